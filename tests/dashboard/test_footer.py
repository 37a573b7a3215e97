"""The foot of a page: how charts are drawn and whether they move."""

import json

import pytest

from spgat import __version__


def moves(app):
    """Whether the first chart, a drawing, glides."""
    return json.loads(app.get("echarts_chart")[0].proto.spec).get("animation", True)


def test_charts_move_unless_the_address_says_otherwise(open_page):
    assert moves(open_page(view="signals"))
    still = open_page(view="signals", still="true")
    assert not moves(still)
    assert still.get_by_key("still").value


@pytest.mark.parametrize("is_reduced", [True, False])
def test_charts_stand_still_where_the_visitors_system_asks(open_page, is_reduced):
    app = open_page(view="signals")
    app.session_state["motion"] = {"reduced": is_reduced}
    app.run()
    assert moves(app) is not is_reduced
    assert any("your system" in c.value for c in app.caption) is is_reduced


def test_the_foot_chooses_svg_for_every_chart(open_page):
    app = open_page(svg="true")
    assert {chart.proto.renderer for chart in app.get("echarts_chart")} == {1}


def test_the_foot_of_each_page_says_the_version(open_page):
    app = open_page()
    for page in ("frequencies", "images"):
        app.switch_page(f"app_pages/{page}.py").run()
        assert [c.value for c in app.caption].count(f"spgat {__version__}") == 1
