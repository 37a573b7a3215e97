"""Kills commands while they work: `python -m tests.spgat.killed_commands FOLDER TIMES`.

Each time one of `spgat train`, `spgat tune --storage` and the cells and files of `spgat
reproduce` is run twice at once, on one store, one cache and one storage. One of the two is
ended by SIGKILL at a random moment; the other must come to its end as though it were alone.
Both are forked from here, where the libraries are loaded, so that the moment lies in the work.
"""

import os
import random
import signal
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path

FOLDER, TIMES = Path(sys.argv[1]).resolve(), int(sys.argv[2])
RUNS, STORAGE, RESULTS = FOLDER / "runs", FOLDER / "search.db", FOLDER / "results"
if __name__ == "__main__":
    os.environ |= {"SPGAT_RUNS": str(RUNS), "SPGAT_DATA": str(FOLDER / "data")}

import spgat.experiments.tune  # noqa: E402
import spgat.training  # noqa: E402
from spgat.cli.main import main as spgat  # noqa: E402
from spgat.config import TrainConfig  # noqa: E402
from spgat.experiments.cell import TrainCell  # noqa: E402
from spgat.experiments.reproduce import reproduce  # noqa: E402
from spgat.experiments.sweep import CellStore, run_cells  # noqa: E402

#: About as long as a command takes on an idle machine, so that some end before they are killed.
MOST_SECONDS = 1.0


def train(seed: int) -> int:
    """A training with two seeds, whose bands no cache has yet."""
    scale = f"--scale={1 + seed / 100}"
    return spgat(["train", "--dataset=karate", "--preset=paper", scale, "--epochs=5",
                  "--seeds=2", "--json"])  # fmt: skip


def search(seed: int) -> int:
    """One trial more than there are."""
    trials = f"--trials={seed // len(COMMANDS) + 1}"
    return spgat(["tune", "--dataset=karate", "--family=wavelet", "--runs=1", trials,
                  "--processes=1", f"--storage={STORAGE}", "--json"])  # fmt: skip


def measure(seed: int) -> int:
    """Cells that nobody has measured, and the files of a figure."""
    config = TrainConfig(hidden=4, epochs=3)
    cells = [TrainCell(dataset="iris", config=config, seed=10 * seed + k) for k in range(3)]
    run_cells(cells, CellStore(RESULTS))
    reproduce("figure1", results_folder=RESULTS)
    return 0


COMMANDS: tuple[Callable[[int], int], ...] = (train, search, measure)


def forked(command: Callable[[int], int], seed: int) -> int:
    """Returns the id of a process that runs a command, and writes to a log what it says."""
    child = os.fork()
    if child:
        return child
    log = os.open(FOLDER / "log", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(log, 1)
    os.dup2(log, 2)
    status = 70
    try:
        status = command(seed)
    except Exception:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def main() -> None:
    """Prints how many were killed within their work, and ends with 1 where another failed."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    generator = random.Random(0)
    killed = 0
    for seed in range(TIMES):
        command = COMMANDS[seed % len(COMMANDS)]
        victim, other = (forked(command, seed) for _ in range(2))
        time.sleep(generator.uniform(0, MOST_SECONDS))
        os.kill(victim, signal.SIGKILL)
        killed += os.WIFSIGNALED(os.waitpid(victim, 0)[1])
        status = os.waitstatus_to_exitcode(os.waitpid(other, 0)[1])
        if status:
            print(f"{command.__name__} {seed} ended with {status}", file=sys.stderr)
            raise SystemExit(1)
    print(killed)


if __name__ == "__main__":
    main()
