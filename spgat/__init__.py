"""Spectral graph attention: graph frequencies, attention over them, and seeing both."""

import os

# OpenMP's threads otherwise spin while they wait for the next loop. Torch and numba each have
# a pool of them, and beside other work the waiting ones take the cores from those that compute:
# an epoch took four times as long. Read when OpenMP is loaded, so set before torch is imported.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
# Large arrays of an epoch come and go. In pages of 2 MB instead of 4 KB the system hands them
# out with a hundredth of the page faults: on 300,000 nodes an epoch took 0.74 s without and
# 0.52 s with (2 cores; `python -m benchmarks epoch_growth`). Read at torch's first allocation.
os.environ.setdefault("THP_MEM_ALLOC_ENABLE", "1")
