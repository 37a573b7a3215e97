"""Files made up at random: a graph or one sentence, within the limits, and nothing else."""

import io
import os
import random
import time
from dataclasses import replace

import numpy as np
import pytest

from spgat.datasets.files import (
    UPLOAD,
    Imported,
    ReadOptions,
    attach_features,
    attach_labels,
    read_graph,
)
from spgat.errors import InputError
from spgat.graph import Graph
from spgat.sandbox import Limits
from tests.spgat.datasets.files.test_kinds import TABLES, XML

#: How long; SPGAT_FUZZ_SECONDS=600 is what a release has.
SECONDS = float(os.environ.get("SPGAT_FUZZ_SECONDS", "20"))
LIMITS = replace(UPLOAD, work=Limits(memory=2**28, processor_seconds=5, wall_seconds=60))


def saved(write, *arguments, **arrays):
    buffer = io.BytesIO()
    write(buffer, *arguments, **arrays)
    return buffer.getvalue()


PATH = Imported.of(Graph.build("path", 3, [[0, 1], [1, 2]]))
SEEDS = [
    *((name, text if isinstance(text, bytes) else text.encode()) for name, text, _ in
      TABLES.values()),
    ("x.graphml", f'{XML}<graph><node id="a"/><edge source="a" target="b"/></graph>'.encode()),
    ("x.gexf", b'<gexf><graph><nodes><node id="0"/></nodes></graph></gexf>'),
    ("x.gml", b"graph [ node [ id 0 ] node [ id 1 ] edge [ source 0 target 1 ] ]"),
    ("x.paj", b"*Vertices 2\n1 a .1 .2\n2 b\n*Edges\n1 2\n*Partition p\n*Vertices 2\n1\n2\n"),
    ("x.npy", saved(np.save, np.eye(3, 2))),
    ("x.npz", saved(np.savez, x=np.eye(3), y=np.arange(3))),
    ("x.csv", b"id,x,y,class\na,1,2.5,0\nb,3,,1\nc,2,1,0\n"),
]  # fmt: skip
OPTIONS = [
    ReadOptions(), ReadOptions(), ReadOptions(table="points", connect=True),
    ReadOptions(table="points", join="radius", kernel="gaussian"),
    ReadOptions(table="neighbours", sides="two", ids="text"),
    ReadOptions(table="matrix", header="yes", loops="keep"),
    ReadOptions(table="edges", parallel="mean", missing="drop", largest_component=True),
]  # fmt: skip
PIECES = [
    b"", b"\0", b"\n", b'"', b",", b";", b"#", b"[" * 50, b"{", b"<", b"&", b"nan", b"1e999",
    b"-1", b"*Vertices 99999999\n", b"\xff\xfe", "é€𝕏\u202e".encode(), b"9" * 400,
    b"{}", b"PK\x03\x04",
]  # fmt: skip


def mutated(rng, content):
    data = bytearray(content)
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(data) + 1)
        action = rng.randrange(4)
        if action == 0:
            data[at : at + rng.randint(1, 8)] = rng.choice(PIECES)
        elif action == 1:
            data[at:at] = rng.choice(PIECES)
        elif action == 2:
            data[at:at] = data[at : at + rng.randint(1, 40)] * rng.randint(1, 30)
        elif data:
            data[at % len(data)] = rng.randrange(256)
    return bytes(data)


@pytest.mark.slow
def test_files_made_up_at_random_give_a_graph_or_a_sentence():
    rng = random.Random(int(os.environ.get("SPGAT_FUZZ_SEED", "0")))
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        name, content = rng.choice(SEEDS)
        data = mutated(rng, content)
        work = rng.choice((read_graph, attach_features, attach_labels))
        start = time.monotonic()
        name = rng.choice((name, "x.txt", "x.json"))
        said, names = answer(work, data, name, rng.choice(OPTIONS))
        assert said is None or (5 < len(said) < 1200 and "\n" not in said), data
        assert "" not in names, data
        assert time.monotonic() - start < 90, data


def answer(work, data, name, options):
    """The sentence of a refusal or None, and the names of the nodes."""
    subject = (data, name, options) if work is read_graph else (PATH, data, name)
    try:
        return None, work(*subject, limits=LIMITS).graph.node_names or ()
    except InputError as error:
        return str(error), ()
