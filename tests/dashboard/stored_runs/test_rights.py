"""Whose run is whose, on a server that strangers share."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from dashboard import rights
from dashboard.runs import actions
from dashboard.tries import Tries
from spgat.errors import InputError
from spgat.runs import RunStore

BOUNDS = {
    "SPGAT_MAX_RUNS_GB": rights.max_run_bytes,
    "SPGAT_MAX_TRAININGS": rights.max_trainings,
    "SPGAT_MAX_MINUTES": rights.max_seconds,
}


@pytest.fixture(autouse=True)
def shared(monkeypatch, _one_person):
    monkeypatch.delenv("SPGAT_PERSONAL")
    monkeypatch.setattr("dashboard.rights.visitor_id", lambda: "ada")


@pytest.fixture
def owned(store, karate):
    """A run of each visitor."""
    graph, [result, _] = karate
    return {name: store.save(result, graph, owner=name) for name in ("ada", "bob")}


def test_only_own_runs_can_be_deleted_marked_or_annotated(open_page, owned):
    for name, run_id in owned.items():
        page = open_page("runs", run=run_id)
        for key in ("star", "delete"):
            assert page.button(key=key).disabled is (name == "bob")


def test_a_browser_that_presses_what_it_is_not_shown_changes_nothing(open_page, owned, store):
    page = open_page("runs", run=owned["bob"])
    page.text_area(key=f"note-{owned['bob']}").set_value("mine now").run()
    page.button(key="keep_note").click().run()
    assert store.load(owned["bob"]).summary.note == ""
    for ids, act in ((owned["bob"], actions._delete), (owned["bob"], actions._erase)):
        act([ids])
    store.delete(owned["ada"])
    assert {run.run_id for run in store.list()} == {owned["bob"]}


def test_the_time_that_anothers_run_states_keeps_nobody_from_training(
    open_page, karate, store, monkeypatch
):
    """An imported run may state any."""
    monkeypatch.setattr("dashboard.training.before.visitor_id", lambda: "ada")
    graph, [result, _] = karate
    slow = replace(result, seconds_per_epoch=1e6)
    for owner, is_refused in (("bob", False), ("ada", True)):
        store.save(slow, graph, owner=owner)
        page = open_page("train", dataset="karate", preset="frequency")
        assert page.button(key="start").disabled is is_refused


def imported(graph, result, store, owner):
    """A run as `store.save` would keep it, that says of itself what it likes."""
    exported = RunStore(store.root.parent / f"of {owner}")
    return store.import_zip(exported.export(exported.save(result, graph)), owner=owner)


def test_nobody_is_told_that_anothers_import_is_the_training_asked_for(open_page, store):
    def page():
        return open_page("train", dataset="iris", epochs="2")

    page().button(key="start").click().run()
    [run] = store.list()
    exported = store.export(run.run_id)
    for owner, is_told in (("bob", False), ("ada", True)):
        store.delete(run.run_id)
        store.erase(run.run_id)
        assert store.import_zip(exported, owner=owner) == run.run_id
        links = [link.proto.query_string for link in page().get("page_link")]
        assert any(run.run_id in link for link in links) is is_told


def test_anothers_import_is_not_shown_before_a_run_of_this_server(open_page, karate, store):
    graph, [result, _] = karate
    of_bob = imported(graph, result, store, "bob")
    assert open_page("embeddings").multiselect(key="chosen_runs").value == [of_bob]
    trained = store.save(result, graph, owner="eve")
    imported(graph, result, store, "bob")
    assert open_page("embeddings").multiselect(key="chosen_runs").value == [trained]
    mine = imported(graph, result, store, "ada")
    assert open_page("embeddings").multiselect(key="chosen_runs").value == [mine]


def test_each_can_list_their_own_runs_alone(open_page, owned):
    page = open_page("runs", run_mine="true")
    assert page.dataframe[0].value["id"].tolist() == [owned["ada"]]
    page.toggle(key="run_mine").set_value(False).run()
    assert set(page.dataframe[0].value["id"]) == set(owned.values())


def test_only_own_deleted_runs_come_back_or_are_erased(open_page, owned, store, caplog):
    for run_id in owned.values():
        store.delete(run_id)
    page = open_page("runs")
    keys = {button.key for button in page.button}
    assert f"erase-{owned['ada']}" in keys
    assert not {f"restore-{owned['bob']}", f"erase-{owned['bob']}"} & keys
    page.button(key=f"erase-{owned['ada']}").click().run()
    assert [run.owner for run in store.list(deleted=True)] == ["bob"]
    assert f"run erased {owned['ada']} by " in caplog.text


def test_the_teachers_key_opens_all_and_is_in_no_address(open_page, owned, monkeypatch):
    monkeypatch.setenv("SPGAT_TEACHER", "ünlocked")
    page = open_page("runs", run=owned["bob"])
    page.text_input(key="teacher_key").set_value("guess").run()
    assert page.button(key="delete").disabled
    page.text_input(key="teacher_key").set_value("ünlocked").run()
    assert not page.button(key="delete").disabled
    assert "teacher_key" not in page.query_params


def test_guesses_at_the_key_come_to_an_end(open_page, owned, monkeypatch):
    monkeypatch.setenv("SPGAT_TEACHER", "right")
    tries = Tries(each=2, together=9, seconds=600)
    monkeypatch.setattr("dashboard.rights._tries", lambda: tries)
    page = open_page("runs", run=owned["bob"])
    page.text_input(key="teacher_key").set_value("guess").run()
    page.run()  # the same again, as each click on the page does
    page.text_input(key="teacher_key").set_value("another").run()
    page.text_input(key="teacher_key").set_value("right").run()
    assert page.button(key="delete").disabled
    assert page.error


HERE = "http://localhost:8501"


@pytest.mark.parametrize(
    ("said", "host", "origin", "is_personal"),
    [
        ("local", "localhost:8501", HERE, True),
        ("local", "127.0.0.1:8501", "http://127.0.0.1:8501", True),
        ("local", "[::1]:8501", "http://[::1]:8501", True),
        ("local", "lab.example.org", "https://lab.example.org", False),
        ("local", "127.0.0.1:8501", "https://lab.example.org", False),
        ("local", "localhost.example.org", HERE, False),
        ("1", "lab.example.org", "https://lab.example.org", True),
        ("0", "localhost:8501", HERE, False),
    ],
)
def test_who_comes_through_a_proxy_is_not_the_person_at_the_machine(
    monkeypatch, said, host, origin, is_personal
):
    monkeypatch.setenv("SPGAT_PERSONAL", said)
    context = SimpleNamespace(headers={"Host": host, "Origin": origin})
    monkeypatch.setattr("dashboard.rights.st.context", context)
    assert rights.is_personal() is is_personal


def test_without_a_key_nobody_is_a_teacher(monkeypatch):
    monkeypatch.delenv("SPGAT_TEACHER", raising=False)
    assert not rights.has_teacher()
    assert not rights.enter("")


def test_what_is_trained_here_has_an_owner_whom_no_export_names(store, owned, tmp_path):
    assert store.load(owned["bob"]).summary.owner == "bob"
    assert b"bob" not in store.export(owned["bob"])
    assert "owner" not in store.load(owned["bob"]).summary.to_dict()


def test_a_store_that_fills_up_says_so_before_runs_go(open_page, owned, store):
    store.max_bytes = 100 * store.num_bytes
    assert not open_page("runs").warning
    store.max_bytes = 1.1 * store.num_bytes
    [warning] = open_page("runs").warning
    assert "GB" in warning.value


@pytest.mark.parametrize("name", list(BOUNDS))
@pytest.mark.parametrize("value", ["", "many", "0", "-1", "nan"])
def test_a_bound_that_is_no_number_is_refused(monkeypatch, name, value):
    monkeypatch.setenv(name, value)
    with pytest.raises(InputError):
        BOUNDS[name]()


def test_the_papers_grid_takes_nobodys_import_for_a_model(open_page, store, karate, tmp_path):
    """It may say anything of itself, and whoever opens the grid has not asked for it."""
    graph, [result, _] = karate
    elsewhere = RunStore(tmp_path / "elsewhere")
    zipped = elsewhere.export(elsewhere.save(result, graph))
    run_id = store.import_zip(zipped, owner="bob")
    for num_missing in (4, 3):
        page = open_page("embeddings", run=run_id)
        assert page.button(key="paper_grid").label == f"Paper's grid: train {num_missing}"
        store.save(result, graph, owner="bob")  # one that this server has trained itself
