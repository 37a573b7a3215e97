"""Says what the readers of files import."""

import sys

import spgat.datasets.imports.worker  # noqa: F401
from spgat.sandbox.message import Message


def handle(request):
    return Message({"modules": sorted(sys.modules)})
