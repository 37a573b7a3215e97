"""Fixtures that all tests share."""

import os

# Before numpy and torch are imported: workers, servers and browsers share few cores, and there
# the threads of one operation wait for each other, which can take ten times as long.
os.environ.setdefault("OMP_NUM_THREADS", "1")

from pathlib import Path

import pytest

IN_CI = os.environ.get("CI") == "true"


#: Workers that drive servers and browsers, each with a server of its own.
NUM_AT_SERVERS = 2


def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are cores: those at browsers wait for half of their time."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(tryfirst=True)  # before xdist's, which reads the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keeps the tests of a file together, and few workers at servers and browsers.

    Groups are handed out in the order of their first tests: the longest ones begin first, so
    that no worker waits for another's at the end.
    """
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    servers: dict[pytest.Item, str] = {}
    turns: dict[Path, int] = {}
    for item in items:
        folder = item.path.parent.name
        if folder == "e2e" or item.get_closest_marker("e2e"):
            item.add_marker(pytest.mark.e2e)
            item.add_marker(pytest.mark.flaky(reruns=1))
        if folder == "packaging" or item.get_closest_marker("e2e"):
            turn = turns.setdefault(item.path, len(turns)) % NUM_AT_SERVERS
            servers[item] = f"servers-{turn}"
        item.add_marker(pytest.mark.xdist_group(servers.get(item, item.path.name)))
    items.sort(key=lambda item: (item not in servers, item.path not in slow))


def _mirror_folder() -> Path | None:
    """The read-only data mirror: SPGAT_MIRROR, or shared/data beside the checkout."""
    beside = Path(__file__).resolve().parents[2] / "shared" / "data"
    named = os.environ.get("SPGAT_MIRROR")
    folder = Path(named) if named else beside
    return folder.resolve() if (folder / "Cora" / "raw").is_dir() else None


@pytest.fixture(autouse=True, scope="session")
def _isolated_folders(tmp_path_factory):
    """Keeps tests away from the user's own data, caches and runs."""
    root = tmp_path_factory.mktemp("spgat")
    patch = pytest.MonkeyPatch()
    patch.setenv("SPGAT_DATA", str(root / "data"))
    patch.setenv("SPGAT_RUNS", str(root / "runs"))
    mirror = _mirror_folder()
    if mirror is not None:
        patch.setenv("SPGAT_MIRROR", str(mirror))
    yield
    patch.undo()


@pytest.fixture(scope="session")
def mirror(_isolated_folders) -> Path:
    """The folder of real benchmark data; missing in CI it fails, elsewhere it skips."""
    folder = _mirror_folder()
    if folder is None:
        message = "no data mirror: set SPGAT_MIRROR to a folder laid out like shared/data"
        if IN_CI:
            pytest.fail(message)
        pytest.skip(message)
    return folder
