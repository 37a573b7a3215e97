"""Names in addresses: old ones still work; controls, locks and lessons agree on them."""

import pytest

from dashboard import links, state
from dashboard.lessons.lesson import all_lessons
from dashboard.lessons.visit import keys_of
from dashboard.plain import plain
from spgat import retired
from spgat.options import OPTIONS
from tests.dashboard.conftest import opened

#: What an old address says, by page and retired key, and the value of the new control.
OLD_LINKS = {
    ("frequencies", "d"): ({"d": "5"}, 5),
    ("frequencies", "step"): ({"view": "chebyshev", "series": "low-pass", "step": "30"}, 30),
    ("frequencies", "view"): ({"view": "split"}, "bands"),
    ("images", "image-low"): ({"image-low": "12.5"}, 0.125),
    ("train", "low"): ({"low": "12.5"}, 0.125),
    ("train", "bands"): ({"bands": "4"}, 4),
    ("train", "heat_scale"): ({"preset": "paper", "heat_scale": "3.5"}, 3.5),
    ("train", "drop_below"): ({"preset": "paper", "drop_below": "0.01"}, 0.01),
    ("train", "shuffle"): ({"preset": "paper", "shuffle": "true"}, 0),
    ("train", "units"): ({"units": "8"}, 8),
    ("train", "lr"): ({"lr": "0.2"}, 0.2),
    ("train", "l2"): ({"l2": "0.5"}, 0.5),
}
#: The same of controls with options; the new address has the option's title.
OLD_CHOICES = {
    ("train", "cut"): ({"cut": "Columns of the basis"}, "column"),
    ("train", "sparsify"): ({"sparsify": "Small and negative dropped"}, "positive"),
    ("train", "count"): ({"count": "zero"}, "zero"),
    ("train", "layer_norm"): ({"layer_norm": "true"}, "layer"),
}


def test_every_retired_name_in_an_address_is_tested():
    table = {(page, key) for page, keys in retired.ADDRESS.items() for key in keys}
    assert OLD_LINKS.keys() | OLD_CHOICES.keys() == table


@pytest.mark.parametrize(("page", "key"), OLD_LINKS)
def test_an_old_link_sets_the_control_of_the_new_name(page, key):
    address, value = OLD_LINKS[page, key]
    name, _ = retired.ADDRESS[page][key]
    app = opened(page, address)
    assert app.get_by_key(name).value == value
    assert name == key or key not in app.query_params
    assert not app.toast


def test_old_choices_of_one_link_choose_the_same(open_page):
    address = {key: text for link, _ in OLD_CHOICES.values() for key, text in link.items()}
    app = opened("train", {"dataset": "iris", **address})
    chosen = {
        (page, key): app.get_by_key(retired.ADDRESS[page][key][0]).value
        for page, key in OLD_CHOICES
    }
    assert chosen == {name: value for name, (_, value) in OLD_CHOICES.items()}
    assert not app.query_params.keys() & address.keys()
    assert not app.toast


def test_names_of_today_are_those_of_options():
    names = {option.name for option in OPTIONS}
    assert {name for name, _ in retired.ADDRESS["train"].values()} <= names
    assert not names & retired.ADDRESS["train"].keys()


def test_an_old_name_in_the_address_of_a_page_in_use_sets_its_control(open_page):
    """The back button brings an old address to a control that already exists."""
    app = open_page(num_low="7")
    del app.query_params["num_low"]
    app.query_params["d"] = "4"
    app.run()
    assert not app.exception
    assert app.slider(key="num_low").value == 4


@pytest.mark.parametrize("old", retired.HIDDEN)
def test_an_old_name_of_a_part_hides_what_took_its_place(open_page, old):
    app = open_page(hide=f"shares,{old}")
    names = retired.HIDDEN[old].split(",")
    assert app.session_state["hidden_parts"] == ("shares", *names)
    assert not app.toast


@pytest.mark.parametrize("first", ["d", "num_low"])
def test_the_new_name_wins_where_an_address_has_both(first):
    both = {first: [], "d": ["3"], "num_low": ["8"]}  # in this order
    assert links.renewed("frequencies", both) == {"num_low": ["8"]}


@pytest.mark.parametrize("text", ["abc", "inf", "900"])
def test_a_value_that_does_not_fit_is_reported_under_the_new_name(text):
    app = opened("images", {"image-low": text})
    assert not app.exception
    assert plain("low_fraction = ") in app.toast[0].value
    assert app.slider(key="low_fraction").value == 0.05


@pytest.mark.parametrize(("page", "key"), [("frequencies", "graph"), ("train", "dataset")])
def test_a_link_to_the_upload_of_another_says_whose_it_is(page, key):
    app = opened(page, {key: "own-12ab34"})
    assert not app.exception
    assert "another visitor" in app.toast[0].value


def captions(app):
    return " ".join(caption.value for caption in app.caption)


def test_what_a_link_locks_is_said_and_can_be_unlocked(open_page):
    app = open_page(hide="graph,shares,low_fraction")
    assert "graph, energy shares" in captions(app)
    assert "share of low" not in captions(app)  # of other pages
    assert app.get_by_key("graph").disabled
    app.button(key="unlock").click().run()
    assert not app.get_by_key("graph").disabled
    assert "locks" not in captions(app)
    assert "hide" not in app.query_params
    app.switch_page("app_pages/images.py").run()
    assert not app.slider(key="low_fraction").disabled


def test_one_label_means_a_count_and_another_a_share(open_page):
    app = open_page("images")
    share = app.slider(key="low_fraction").label
    app.switch_page("app_pages/train.py").run()
    assert app.slider(key="low_fraction").label == share
    app.switch_page("app_pages/frequencies.py").run()
    assert app.slider(key="num_low").label != share


def test_who_comes_without_a_link_is_told_where_to_begin(open_page):
    def starting_points(app):
        return [link for link in app.get("page_link") if "first lesson" in link.proto.label]

    app = open_page()
    assert len(starting_points(app)) == 1
    app.slider(key="num_low").set_value(5).run()
    assert len(starting_points(app)) == 1  # nothing jumps under the hand
    assert not starting_points(open_page(num_low="5"))


def test_two_pages_with_a_control_of_one_name_keep_a_value_each(open_page):
    """The browser and the session know a control by its key, whatever the page."""
    app = open_page("images")
    app.slider(key="low_fraction").set_value(0.5).run()
    app.switch_page("app_pages/lessons.py").run()
    assert "low_fraction" not in app.session_state
    app.switch_page("app_pages/images.py").run()
    assert app.slider(key="low_fraction").value == 0.5


@pytest.mark.parametrize("key", ["titles", "drawings"])
def test_a_parameter_named_like_what_is_no_control_is_left_alone(key):
    """The session also holds what a component's browser says, and what the app notes."""
    app = opened("frequencies", {key: "1"})
    assert not app.exception
    assert not app.toast


@pytest.mark.parametrize("key", ["", "$$ID-x", "é", "\0"])
def test_a_parameter_that_no_control_can_have_is_left_alone(key):
    app = opened("runs", {key: "1"})
    assert not app.exception
    assert not app.toast


#: Addresses that together show every control of the pages Frequencies and Images.
VIEWS = [
    ("frequencies", {"graph": "karate"}),
    ("frequencies", {"graph": "sbm"}),
    ("frequencies", {"graph": "drawing"}),
    *(
        ("frequencies", {"graph": "karate", "view": "signals", "signal": signal})
        for signal in ("smooth", "class", "node", "nodes", "spectrum")
    ),
    *(
        ("frequencies", {"graph": "karate", "view": "filters", "filter": kind})
        for kind in ("heat", "band-pass", "polynomial")
    ),
    ("frequencies", {"graph": "karate", "view": "wavelets"}),
    ("frequencies", {"graph": "karate", "view": "chebyshev", "series": "low-pass"}),
    ("frequencies", {"graph": "traffic-la", "view": "over-time"}),
    ("images", {}),
]


def bound_keys(app):
    """Keys of the controls of a page that stand in its address, and whether each is locked."""
    kinds = ("slider", "number_input", "selectbox", "segmented_control", "text_input", "toggle")
    found = [e for kind in kinds for e in app.get(kind)]
    return {e.key: e.disabled for e in found if e.proto.query_param_key}


def test_pages_locks_and_lessons_agree_on_the_names_of_controls(open_page, monkeypatch, mirror):
    """Each hideable name is a control or a part of a page, and locks it.

    And a lesson sets controls that exist, and resets all others of its page.
    """
    asked, shown = set(), {"frequencies": set(), "images": set()}
    is_shown = state.is_shown
    monkeypatch.setattr(state, "is_shown", lambda part: asked.add(part) or is_shown(part))
    hide = ",".join(set(state.HIDEABLE) - {"shares", "spectrum"})
    for page, address in VIEWS:
        app = open_page(page, **address)
        keys = bound_keys(app)
        shown[page] |= keys.keys()
        locked = bound_keys(open_page(page, hide=hide, **address))
        assert all(locked[key] for key in keys if key in state.HIDEABLE), (page, address)
    of_pages = {n for n, t in state.HIDEABLE.items() if t.startswith(("Frequencies", "Images"))}
    assert of_pages <= asked
    everywhere = {"svg", "still", "present"}  # the footer has them
    for lesson in all_lessons().values():
        if lesson.page in shown:
            assert lesson.view.keys() | lesson.check.keys() <= shown[lesson.page], lesson.name
    for page, keys in shown.items():
        assert keys - everywhere <= set(keys_of(page))
