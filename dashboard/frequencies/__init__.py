"""The parts of the Frequencies page: its controls and its four views."""
