"""`python -m spgat …` is the command `spgat …`."""

import sys

from spgat.cli import main

sys.exit(main())
