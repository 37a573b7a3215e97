"""What `spgat tune` can search; needs no heavy import."""

from typing import Literal

#: True frequency bands, the published SpGAT-Cheby, the paper's sparse wavelets.
Family = Literal["frequency", "cheby", "wavelet"]
