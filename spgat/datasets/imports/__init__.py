"""The import of a file: its limits, its process, its report."""
