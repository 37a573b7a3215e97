from dataclasses import replace

import pytest

from spgat.experiments import timing
from spgat.experiments.experiment import FULL
from spgat.experiments.outcome import COMMITTED
from spgat.experiments.sweep import CellStore, recorded
from spgat.experiments.timing import EpochsTime, WaveletTime


def test_the_first_call_is_not_timed(monkeypatch):
    moments = iter((3.0, 5.0))
    events = []
    monkeypatch.setattr(timing, "build_bands", lambda *_: events.append("call"))
    monkeypatch.setattr(
        timing.time, "perf_counter", lambda: events.append("clock") or next(moments)
    )
    measured = WaveletTime(dataset="karate", way="power series").measure()
    assert events == ["call", "clock", "call", "clock"]
    assert measured == {"seconds": 2.0}


def test_times_on_another_device_are_another_measurement():
    (cell, *_) = timing.epoch_cells("GCN", FULL)
    assert isinstance(cell, EpochsTime)
    on_gpu = replace(cell, config=replace(cell.config, device="cuda"))
    assert on_gpu.key != cell.key
    assert on_gpu.to_dict()["config"]["device"] == "cuda"


@pytest.mark.parametrize("label", timing.MODELS)
def test_committed_times_keep_their_keys(label):
    assert recorded(CellStore(COMMITTED).read(), timing.epoch_cells(label, FULL))
