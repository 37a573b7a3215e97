"""What processes that are killed while they write a file leave behind."""

import os
import signal
import subprocess
import sys
import time

import pytest

from spgat.replacing import replacing

WRITE = """
import sys, time
from pathlib import Path
from spgat.replacing import replacing
with replacing(Path(sys.argv[1])) as path:
    path.write_text("part")
    print("writing", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def writing(tmp_path):
    """Starts a process that is in the middle of a file, and returns it and its file."""
    started = []

    def start(name):
        before = set(tmp_path.iterdir())
        command = [sys.executable, "-c", WRITE, str(tmp_path / name)]
        started.append(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
        assert started[-1].stdout.readline() == "writing\n"
        [temporary] = set(tmp_path.iterdir()) - before
        an_hour_ago = time.time() - 3600
        os.utime(temporary, (an_hour_ago, an_hour_ago))
        return started[-1], temporary

    yield start
    for process in started:
        process.kill()
        process.communicate()


def test_what_a_killed_process_left_goes_and_what_a_living_one_writes_stays(tmp_path, writing):
    living, open_file = writing("a[b].json")
    killed, left = writing("a[b].json")
    other, others_file = writing("a.json")
    for process in (killed, other):
        process.send_signal(signal.SIGKILL)
        process.wait()
    with replacing(tmp_path / "a[b].json") as path:
        path.write_text("whole")
    found = {path.name for path in tmp_path.iterdir()}
    assert found == {"a[b].json", open_file.name, others_file.name}
    assert left.name not in found
    assert living.poll() is None


def test_a_file_that_is_written_by_its_name_is_whole_or_not_there(tmp_path):
    path = tmp_path / "new" / "file"

    def fail():
        with replacing(path) as temporary:
            temporary.write_text("part")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert list(path.parent.iterdir()) == []
    with replacing(path) as temporary:
        temporary.write_text("whole")
    assert [(p.name, p.read_text()) for p in path.parent.iterdir()] == [("file", "whole")]
