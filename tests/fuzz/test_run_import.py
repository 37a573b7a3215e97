"""Zips made up at random: a run that every page can show, or one sentence and nothing left."""

import io
import json
import zipfile
from functools import partial

import numpy as np
import pytest
from hypothesis import strategies as st
from hypothesis.extra import numpy as made

from dashboard.report import report_html
from spgat import datasets
from spgat.config import TrainConfig
from spgat.runs import RunStore
from spgat.training import fit
from tests.fuzz.shape import ODD, edited, fuzz, outcome


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    """A run's id, and its files by name."""
    graph = datasets.load("karate")
    config = TrainConfig(epochs=3, hidden=4, record_embedding_every=1, patience=None)
    store = RunStore(tmp_path_factory.mktemp("run"))
    run_id = store.save(fit(graph, config), graph)
    with zipfile.ZipFile(io.BytesIO(store.export(run_id))) as packed:
        return run_id, {name.split("/")[1]: packed.read(name) for name in packed.namelist()}


def zipped(run_id, members, packing=zipfile.ZIP_DEFLATED):
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", packing) as packed:
        for name, content in members.items():
            packed.writestr(f"{run_id}/{name}", content)
    return target.getvalue()


def places(document, way=()):
    """The keys that lead to each value in a JSON document."""
    yield way
    pairs = document.items() if isinstance(document, dict) else ()
    pairs = enumerate(document) if isinstance(document, list) else pairs
    for key, value in pairs:
        yield from places(value, (*way, key))


@st.composite
def documents(draw, content):
    """JSON with a few values replaced or taken away."""
    document = json.loads(content)
    for _ in range(draw(st.integers(1, 3))):
        ways = [way for way in places(document) if way]
        if not ways:
            break
        *way, key = draw(st.sampled_from(ways))
        inside = document
        for step in way:
            inside = inside[step]
        numbers = st.integers(-5, 200) | st.floats(0, 2)
        if draw(st.integers(0, 4)):
            inside[key] = draw(numbers | st.sampled_from(ODD))
        else:
            del inside[key]
    return json.dumps(document).encode()


@st.composite
def columns(draw, content):
    """A table with a few cells replaced, and lines doubled, swapped or taken away."""
    lines = [line.split(",") for line in content.decode().splitlines()]
    cells = st.sampled_from(["", "nan", "inf", "-1", "1", "0.5", "x", "1e999", "9" * 30, '"'])
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(lines) - 1))
        if draw(st.integers(0, 3)):
            lines[at][draw(st.integers(0, len(lines[at]) - 1))] = draw(cells)
        elif draw(st.booleans()):
            lines.insert(at, lines[draw(st.integers(0, len(lines) - 1))])
        elif len(lines) > 1:
            del lines[at]
    return "\n".join(map(",".join, lines)).encode()


ANY = made.arrays(
    made.integer_dtypes() | made.floating_dtypes() | made.boolean_dtypes()
    | made.unicode_string_dtypes(max_len=4) | made.complex_number_dtypes(),
    made.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=40),
)  # fmt: skip


@st.composite
def archives(draw, content):
    """Arrays of which some have other values, another type or shape, or are gone."""
    with np.load(io.BytesIO(content)) as file:
        arrays = dict(file)
    for _ in range(draw(st.integers(1, 2))):
        name = draw(st.sampled_from(sorted(arrays)))
        array, action = arrays[name], draw(st.integers(0, 4))
        if action == 0:
            arrays[name] = draw(ANY)
        elif action == 1 and array.size and array.dtype.kind in "biuf":
            changed = array.copy()
            worth = draw(st.sampled_from([-1, 0, 1, 2, 33, 34, 100]))
            if array.dtype.kind == "f":
                worth = draw(st.sampled_from([np.nan, np.inf, -np.inf, -1.0, 0.0, 1e30]))
            changed.flat[draw(st.integers(0, array.size - 1))] = worth
            arrays[name] = changed
        elif action == 2 and array.ndim:
            arrays[name] = array[: draw(st.integers(0, len(array)))]
        elif action == 3 and array.dtype.kind in "biuf":
            arrays[name] = array.astype(draw(st.sampled_from(["f2", "f8", ">f4", "i1", "u8"])))
        elif len(arrays) > 1:
            del arrays[name]
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    return buffer.getvalue()


def changed(name, content):
    """A strategy for what a file of a run might be instead."""
    kinds = {".json": documents, ".csv": columns, ".npz": archives}
    ways = [edited(content), st.just(b""), st.sampled_from([b"{}", b"[]", b"null", b"PK"])]
    ways += [kind(content) for end, kind in kinds.items() if name.endswith(end)] * 6
    return st.one_of(ways)


@st.composite
def zips(draw, run_id, members):
    """A run of which a file or two, or the zip itself, is not as it was exported."""
    files, extra = dict(members), {"note.txt": "look at α".encode()}
    files |= extra if draw(st.booleans()) else {}
    names = st.lists(st.sampled_from(sorted(files)), min_size=1, max_size=2, unique=True)
    for name in draw(names):
        files[name] = draw(changed(name, files[name])) if name in members else b"\xff"
    folder = draw(st.sampled_from([run_id, run_id, run_id, "x" * 300, "..", "a b", "\u202e"]))
    packing = draw(st.sampled_from([zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED]))
    content = zipped(folder, files, packing)
    return draw(edited(content)) if not draw(st.integers(0, 4)) else content


@pytest.mark.slow
def test_zips_that_are_not_quite_a_run(exported, tmp_path):
    store = RunStore(tmp_path / "runs")

    def check(content):
        run_id = outcome(store.import_zip, content)
        assert not list((store.root / ".unfinished").iterdir())
        if run_id is None:
            assert not store.list()
            return
        [summary] = store.list()
        assert summary.run_id == run_id
        report_html(store.load(run_id)).encode()
        outcome(partial(store.export, run_id))
        store.delete(run_id)
        store.erase(run_id)

    fuzz(check, zips(*exported), examples=80)
