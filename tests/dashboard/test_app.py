import pytest

from dashboard.pages import PAGES

NAMES = [page.name for page in PAGES]


@pytest.mark.parametrize("name", NAMES)
def test_every_page_opens_clean_with_a_text_for_each_chart(open_page, name):
    app = open_page(name)
    assert app.title[0].value
    assert not app.error
    assert all(chart.proto.alt for chart in app.get("echarts_chart"))


def test_a_value_survives_a_visit_to_another_page(open_page):
    """Streamlit forgets a widget's value once a run has not drawn it."""
    app = open_page()
    app.slider(key="num_low").set_value(5).run()
    app.switch_page("app_pages/lessons.py").run()
    app.switch_page("app_pages/frequencies.py").run()
    assert app.slider(key="num_low").value == 5


def test_help_lists_the_keys_of_the_page(open_page):
    app = open_page()
    app.button(key="shortcuts").click().run()
    assert any("Decrease or increase d" in m.value for m in app.markdown)
