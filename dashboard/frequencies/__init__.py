"""The parts of the Frequencies page: its controls and its five views."""
