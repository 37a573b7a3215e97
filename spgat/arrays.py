"""Types of arrays by what they hold; shapes stand in the docstrings."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
#: Grey or colour values, 0 to 255.
Pixels = NDArray[np.uint8]
