"""The drawing pad: a graph drawn by hand, which lives in the address as one line of text."""
