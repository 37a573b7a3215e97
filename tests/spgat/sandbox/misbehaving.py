"""Work that goes wrong in every way a reader can."""

import ctypes
import itertools
import os
import time

import numpy as np

from spgat.errors import InputError
from spgat.sandbox.message import Message


def handle(request):
    kind = request.header["kind"]
    if kind == "double":
        return Message({"text": request.header["text"]}, {"x": request.arrays["x"] * 2})
    if kind == "refuse":
        raise InputError("No.")
    if kind == "raise":
        raise KeyError("lost")
    if kind == "crash":
        ctypes.string_at(0)
    if kind == "memory":
        return Message({}, {"x": np.ones(2**30)})
    if kind == "many objects":
        return Message({"x": [[] for _ in itertools.count()]})
    if kind == "spin":
        while True:
            pass
    if kind == "sleep":
        time.sleep(60)
    if kind == "flood":
        return Message({}, {str(k): np.ones(2**22) for k in range(4)})
    if kind == "large answer":
        return Message({}, {"x": np.ones(2**20)})
    if kind == "write":
        with open(request.header["path"], "w") as file:
            file.write("x" * 10_000)
    return Message({"pid": os.getpid()})
