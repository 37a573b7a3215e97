"""Writes runs, imports and a cache until it is killed: `python -m tests.spgat.runs.killed`.

Arguments: a folder, and how often. Each time a forked child writes without end, and the parent
ends it by SIGKILL at a random moment of a random step; the imports are done once, before the
first fork.
"""

import os
import random
import signal
import sys
import time
from itertools import count
from pathlib import Path

import numpy as np

from spgat import datasets
from spgat.config import TrainConfig
from spgat.runs import RunStore
from spgat.spectral.cache import DiskCache, key_of
from spgat.training import fit


def main(folder: Path, times: int) -> None:
    """Kills a child that writes, this often; prints how many runs it had been told of."""
    graph = datasets.load("karate")
    result = fit(graph, TrainConfig(hidden=4, epochs=2, device="cpu"))
    store, cache = RunStore(folder / "runs"), DiskCache(folder / "cache")
    exported = store.export(store.save(result, graph))
    other = RunStore(folder / "imported")
    other.import_zip(exported)  # its reader is started here, and not in every child
    generator = random.Random(0)
    finished = 0
    for _ in range(times):
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            for number in count():
                store.save(result, graph)
                os.write(writing, b"s")
                other.delete(other.import_zip(exported))
                os.write(writing, b"i")
                cache.put(key_of("array", number % 3), {"array": np.full(50_000, number)})
                os.write(writing, b"c")
        os.close(writing)
        steps = b"".join(os.read(reading, 1) for _ in range(generator.randint(0, 4)))
        time.sleep(generator.uniform(0, 0.1))  # somewhere in the next one
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        finished += (steps + os.read(reading, 10**6)).count(b"s")
        os.close(reading)
    print(finished)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
