"""`python -m spgat …` is the command `spgat …`."""

import sys

from spgat.cli.main import main

sys.exit(main())
