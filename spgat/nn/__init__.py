"""Spectral graph attention as PyTorch modules, and the models it is compared with."""
