from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from spgat.errors import Cancelled, InputError
from spgat.experiments.cell import Cell
from spgat.experiments.sweep import CellStore, recorded, run_cells


@dataclass(frozen=True, slots=True, kw_only=True)
class Square(Cell):
    """Measures a square and counts how often it was asked to."""

    number: int
    calls: ClassVar[list[int]] = []

    def to_dict(self) -> dict[str, Any]:
        return {"dataset": self.dataset, "number": self.number}

    def measure(self):
        self.calls.append(self.number)
        return {"square": self.number**2}


@pytest.fixture(autouse=True)
def _no_calls():
    Square.calls.clear()


def squares(*numbers):
    return [Square(dataset="toy", number=number) for number in numbers]


def test_each_cell_is_measured_once_and_recorded(tmp_path):
    store = CellStore(tmp_path)
    records = run_cells(squares(1, 2, 2, 3), store)
    assert sorted(Square.calls) == [1, 2, 3]
    found = recorded(records, squares(3, 1))
    assert [record["measured"]["square"] for record in found] == [9, 1]
    assert {"seconds", "date", "machine"} <= set(found[0])


def test_an_interrupted_sweep_goes_on_where_it_ended(tmp_path):
    store = CellStore(tmp_path)
    with pytest.raises(Cancelled):
        run_cells(squares(1, 2, 3), store, should_stop=lambda: len(store.read()) == 2)
    assert len(store.read()) == 2
    texts = []
    run_cells(squares(1, 2, 3), store, progress=lambda _f, text: texts.append(text))
    assert sorted(Square.calls) == [1, 2, 3]
    assert texts[0] == "1 of 3 runs left"
    assert texts[-1].startswith("0 of 3 runs left")


def test_fresh_measures_again(tmp_path):
    store = CellStore(tmp_path)
    run_cells(squares(2), store)
    run_cells(squares(2), store, fresh=True)
    assert Square.calls == [2, 2]
    assert len(store.read()) == 1


def test_a_half_written_line_is_no_record(tmp_path):
    store = CellStore(tmp_path)
    run_cells(squares(1, 2), store)
    file = tmp_path / "cells" / "toy.jsonl"
    file.write_text(file.read_text()[:-20])
    assert len(store.read()) == 1
    assert len(run_cells(squares(1, 2), store)) == 2


def test_a_dask_cluster_gives_the_same_records(tmp_path):
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, processes=False, protocol="tcp",
        dashboard_address=":0",
    ) as cluster:  # fmt: skip
        records = run_cells(
            squares(1, 2, 3), CellStore(tmp_path), scheduler=cluster.scheduler_address
        )
    assert sorted(r["measured"]["square"] for r in records.values()) == [1, 4, 9]


def test_a_scheduler_that_does_not_answer_is_named(tmp_path):
    with pytest.raises(InputError, match="No Dask scheduler answers at 'nonsense://nowhere'"):
        run_cells(squares(1), CellStore(tmp_path), scheduler="nonsense://nowhere")
