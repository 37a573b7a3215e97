from pathlib import Path

from spgat.runs import RunStore
from spgat.runs.room import LEAST_BYTES, Held, to_erase


def held(name, owner, num_bytes=10, *, star=False, deleted=False):
    return Held(Path(name), owner, num_bytes, star, deleted)


def names(runs, max_bytes):
    return [path.name for path in to_erase(runs, max_bytes)]


def test_nothing_goes_while_there_is_room():
    assert names([held("1", "ada"), held("2", "bob")], 20) == []


def test_deleted_runs_go_first_and_then_the_oldest_without_a_star():
    runs = [
        held("1", "ada", star=True),
        held("2", "ada"),
        held("3", "ada"),
        held("4", "ada", deleted=True),
    ]
    assert names(runs, 30) == ["4"]
    assert names(runs, 20) == ["4", "2"]
    assert names(runs, 5) == ["4", "2", "3", "1"]


def test_who_holds_most_gives_way_and_stars_do_not_help():
    many = [held(f"9{k}", "eve", star=True) for k in range(5)]
    few = [held("1", "ada"), held("2", "bob")]
    assert names([*few, *many], 50) == ["90", "91"]


def test_nobody_empties_the_bin_of_another():
    few = [held("1", "ada", deleted=True), held("2", "bob"), held("3", "", deleted=True)]
    many = [held(f"9{k}", "eve", deleted=k > 2) for k in range(5)]
    assert names([*few, *many], 50) == ["93", "94", "90"]


def test_visitors_do_not_displace_what_no_visitor_has_made():
    runs = [held("1", "", 90), held("2", "eve"), held("3", "bob", 20)]
    assert names(runs, 95) == ["3", "2"]
    assert names(runs, 5) == ["3", "2", "1"]


def test_many_small_runs_count_for_what_they_cost_every_list(tmp_path, result, graph):
    store = RunStore(tmp_path, max_bytes=3 * LEAST_BYTES)
    for _ in range(5):
        store.save(result, graph, owner="eve")
    assert len(store.list()) == 3


def test_a_store_keeps_below_its_bound_and_keeps_the_newest(tmp_path, result, graph):
    probe = RunStore(tmp_path / "probe")
    probe.save(result, graph)
    size = probe.num_bytes
    store = RunStore(tmp_path / "runs", max_bytes=2.5 * size)
    ids = [store.save(result, graph, owner="ada") for _ in range(4)]
    assert {run.run_id for run in store.list()} >= {ids[3]}
    assert len(store.list()) == 2
    assert store.num_bytes <= 2.5 * size
