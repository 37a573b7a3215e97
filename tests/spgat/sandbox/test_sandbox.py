"""Whatever the work does, this process stays, and says one sentence."""

import os
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from io import BytesIO
from time import monotonic

import numpy as np
import pytest

from spgat.errors import InputError
from spgat.sandbox import Limits, Sandbox
from spgat.sandbox.message import BrokenMessage, Message, receive, send

LIMITS = Limits(memory=100 * 2**20, answer=2**20, processor_seconds=1, wall_seconds=3)


@pytest.fixture(scope="module")
def sandbox():
    with closing(Sandbox("tests.spgat.sandbox.misbehaving", remedy="send less")) as sandbox:
        yield sandbox


def run(sandbox, kind, **header):
    x = np.arange(3.0)
    return sandbox.run(Message({"kind": kind, **header}, {"x": x}), LIMITS)


def test_an_answer_comes_back(sandbox):
    answer = run(sandbox, "double", text="ü")
    assert answer.header["text"] == "ü"
    assert answer.arrays["x"].tolist() == [0, 2, 4]


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        ("refuse", "^No.$"),
        ("raise", "KeyError: 'lost'"),
        ("crash", "breaks its reader"),
        ("memory", "0.0976562 GB of memory"),
        ("many objects", "GB of memory"),
        ("spin", "1 seconds of a processor"),
        ("sleep", "seconds"),
        ("flood", "GB of memory"),
        ("large answer", "8 MB of memory"),
    ],
)
def test_what_goes_wrong_is_one_sentence_in_time(sandbox, kind, sentence):
    start = monotonic()
    with pytest.raises(InputError, match=sentence):
        run(sandbox, kind)
    assert monotonic() - start < 20  # seconds; the longest limit is three
    assert run(sandbox, "double", text="").arrays["x"].tolist() == [0, 2, 4]


def test_nothing_is_written_to_disk(sandbox, tmp_path):
    path = tmp_path / "x"
    with pytest.raises(InputError):
        run(sandbox, "write", path=str(path))
    assert not path.exists() or path.stat().st_size == 0


def test_each_piece_of_work_has_a_process_of_its_own(sandbox):
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: run(sandbox, "pid").header["pid"], range(16)))
    assert len(set(found)) == 16
    assert os.getpid() not in found


def test_a_server_that_was_killed_is_started_anew():
    with closing(Sandbox("tests.spgat.sandbox.misbehaving", remedy="send less")) as sandbox:
        run(sandbox, "pid")
        os.kill(sandbox._server.pid, signal.SIGKILL)
        sandbox._server.wait()
        assert run(sandbox, "double", text="").arrays["x"].tolist() == [0, 2, 4]


def test_the_readers_import_no_torch():
    with closing(Sandbox("tests.spgat.sandbox.imports", remedy="send less")) as sandbox:
        assert "torch" not in sandbox.run(Message({}), LIMITS).header["modules"]
    assert "tests.spgat.sandbox.imports" not in sys.modules


@pytest.mark.parametrize(
    "array",
    [
        np.arange(6).reshape(2, 3),
        np.zeros((0, 2)),
        np.ones(3, np.float32),
        np.array([True, False]),
        np.asfortranarray(np.arange(6.0).reshape(2, 3)),
    ],
)
def test_arrays_survive_the_way(array):
    stream = BytesIO()
    send(stream, Message({"a": 1}, {"x": array}))
    stream.seek(0)
    answer = receive(stream, 10_000)
    assert answer.header == {"a": 1}
    assert answer.arrays["x"].dtype == array.dtype
    assert answer.arrays["x"].tolist() == array.tolist()


def framed(head):
    return len(head).to_bytes(8, "little") + head


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"short",
        framed(b"no json"),
        framed(b"[]"),
        framed(b'{"header": 5, "arrays": []}'),
        framed(b'{"header": {}, "arrays": [["x", "|O", [1]]]}') + bytes(8),
        framed(b'{"header": {}, "arrays": [["x", "<f8", [1000000000000]]]}'),
        framed(b'{"header": {}, "arrays": [["x", "<f8", [-1]]]}'),
        framed(b'{"header": {}, "arrays": [["x", "<f8", [1, 1, 1]]]}') + bytes(8),
        framed(b'{"header": {}, "arrays": [["x", "<f8", [2]]]}') + bytes(8),
        (2**60).to_bytes(8, "little"),
    ],
)
def test_a_message_made_up_is_refused_before_it_is_read(content):
    with pytest.raises(BrokenMessage):
        receive(BytesIO(content), 10_000)
