"""What a server of one person is told, and one of several."""

import pytest

from spgat.cli import serve


@pytest.mark.parametrize(
    ("address", "said", "personal", "memory"),
    [
        ("127.0.0.1", None, "local", None),
        ("127.0.0.1", "0", "0", "1.5"),  # behind a proxy
        ("0.0.0.0", None, None, "1.5"),
        ("0.0.0.0", "1", "1", None),
    ],
)
def test_a_server_that_others_reach_has_bounds(monkeypatch, address, said, personal, memory):
    found = {}
    monkeypatch.setattr("os.execve", lambda path, command, env: found.update(env))
    for name in ("SPGAT_PERSONAL", "SPGAT_MAX_MEMORY_GB"):
        monkeypatch.delenv(name, raising=False)
    if said is not None:
        monkeypatch.setenv("SPGAT_PERSONAL", said)
    serve.start(8501, address)
    assert (found.get("SPGAT_PERSONAL"), found.get("SPGAT_MAX_MEMORY_GB")) == (personal, memory)
    monkeypatch.setenv("SPGAT_MAX_MEMORY_GB", "3")
    serve.start(8501, address)
    assert found["SPGAT_MAX_MEMORY_GB"] == "3"
