"""Spectral graph attention: graph frequencies, attention over them, and seeing both."""
