"""Spectral graph theory: Laplacians, spectra, densities, wavelets and band splits."""
