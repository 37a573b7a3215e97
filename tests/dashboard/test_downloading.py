"""Published graphs that the server does not have yet."""

import time
from functools import partial

import pytest

from dashboard import downloading, state
from dashboard.jobs import JobManager, JobState
from spgat.datasets import DatasetInfo


@pytest.fixture
def here(monkeypatch, mirror):
    """The names of the sets on the server's disk, of all generated ones at first."""
    names, manager = set(), JobManager(inline=True)
    monkeypatch.setattr(
        DatasetInfo, "is_at_hand", lambda entry: not entry.files or entry.name in names
    )
    monkeypatch.setattr(state, "downloads", lambda: manager)
    monkeypatch.setattr(downloading, "_download", lambda name, context: names.add(name))
    return names


@pytest.mark.parametrize(("page", "key"), [("train", "dataset"), ("frequencies", "graph")])
def test_a_set_that_is_not_here_is_loaded_once_somebody_asks(open_page, here, page, key):
    app = open_page(page, **{key: "texas"})
    said = [info.value for info in app.info if "Texas" in info.value]
    assert "29 kB to download" in said[0]
    assert not here
    app.button(key="download-texas").click().run()
    assert not app.exception
    assert here == {"texas"}
    assert not [info for info in app.info if "Texas" in info.value]


def test_a_download_can_be_cancelled(monkeypatch):
    def load(name, progress):
        while True:
            progress(0.5, "half of it")
            time.sleep(0.001)

    monkeypatch.setattr(downloading.datasets, "load", load)
    manager = JobManager()
    work = partial(downloading._download, "cora")
    job = manager.submit(downloading.KIND, "cora", work, "Cora", "ada")
    while not job.snapshot().text:
        time.sleep(0.001)
    job.release("ada")
    while job.is_active:
        time.sleep(0.001)
    assert job.snapshot().state is JobState.CANCELLED
