"""Bands of a spectrum: fixed operators that cut it into low and high graph frequencies."""
