"""The parts of the page Paper."""
