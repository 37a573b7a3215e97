import resource
import sys

import numpy as np
import pytest

from spgat import memory
from spgat.memory import kept_memory

pytestmark = pytest.mark.skipif(memory._glibc is None, reason="only glibc can be told so")

SIZE = 64 * 2**20


def faults_of(rounds):
    """Page faults of making and dropping a large array some times."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(rounds):
        np.empty(SIZE, dtype=np.uint8).fill(1)
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


def resident_bytes():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def test_kept_memory_is_cleared_once():
    with kept_memory():
        faults_of(1)
        assert faults_of(5) < 100


def test_what_was_kept_is_given_back():
    before = resident_bytes()
    with kept_memory():
        faults_of(1)
        assert resident_bytes() > before + SIZE / 2
    assert resident_bytes() < before + SIZE / 2


def test_the_last_of_several_users_gives_it_back():
    before = resident_bytes()
    with kept_memory():
        with kept_memory():
            faults_of(1)
        assert resident_bytes() > before + SIZE / 2
    assert resident_bytes() < before + SIZE / 2


def test_nothing_happens_without_glibc(monkeypatch):
    monkeypatch.setattr(memory, "_glibc", None)
    with kept_memory():
        assert sys.getsizeof(np.empty(SIZE, dtype=np.uint8)) > SIZE
