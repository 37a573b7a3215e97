"""Spectral graph attention: graph frequencies, attention over them, and seeing both."""

import os

__version__ = "0.2.0"

# OpenMP's threads otherwise spin while they wait for the next loop. Torch and numba each have
# a pool of them, and beside other work the waiting ones take the cores from those that compute:
# an epoch took four times as long. Read when OpenMP is loaded, so set before torch is imported.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
