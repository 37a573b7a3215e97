import tomllib
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from dashboard import theme
from dashboard.figures.colouring import classes
from dashboard.figures.confusion import colours_of, confusion_chart
from dashboard.figures.dimensions import dimensions_chart
from dashboard.figures.response import response_chart
from dashboard.figures.silhouette import silhouette_chart

CONFIG = tomllib.loads(
    Path(theme.__file__).with_name(".streamlit").joinpath("config.toml").read_text()
)


def test_config_repeats_the_palette():
    settings = CONFIG["theme"]
    assert tuple(settings["chartCategoricalColors"]) == theme.CATEGORICAL
    assert tuple(settings["chartDivergingColors"]) == theme.DIVERGING
    assert tuple(settings["light"]["chartSequentialColors"]) == theme.SEQUENTIAL
    assert tuple(settings["dark"]["chartSequentialColors"]) == theme.SEQUENTIAL[::-1]


def test_streamlit_takes_ten_sequential_and_ten_diverging_colours():
    assert len(theme.SEQUENTIAL) == len(theme.DIVERGING) == 10


@pytest.mark.parametrize("name", ["light", "dark"])
def test_text_stands_out(name):
    colours = CONFIG["theme"][name]
    for background in ("backgroundColor", "secondaryBackgroundColor"):
        assert contrast(colours["textColor"], colours[background]) > 7
        assert contrast(colours["linkColor"], colours[background]) > 4.5
    assert contrast("#FFFFFF", colours["primaryColor"]) > 4


@pytest.mark.parametrize("name", ["light", "dark"])
@pytest.mark.parametrize("colour", [theme.LOW, theme.HIGH, theme.NEGATIVE, theme.POSITIVE])
def test_marks_stand_out(name, colour):
    assert contrast(colour, CONFIG["theme"][name]["backgroundColor"]) > 3


def test_figures_stand_out_in_every_cell_of_a_confusion_matrix():
    for share in np.linspace(0, 1, 1001)[1:]:
        assert contrast(*colours_of(share)) >= 4.5
    option = confusion_chart(np.array([[1, 0], [3, 5]]), "ab")
    drawn = [
        (c["itemStyle"]["color"], c["label"]["color"]) for c in option["series"][0]["data"]
    ]
    assert drawn == [colours_of(share) for share in (1.0, 0.0, 0.375, 0.625)]


def texts(option, path=()):
    """The styles of all texts in an ECharts option."""
    if isinstance(option, dict):
        if path and path[-1] in ("label", "axisLabel", "textStyle", "nameTextStyle"):
            yield option
        for key, part in option.items():
            yield from texts(part, (*path, key))
    elif isinstance(option, list):
        for part in option:
            yield from texts(part, path)


def test_no_text_has_the_grey_of_lines():
    """It stands out 3.5 to 1 from a light page."""
    values, codes = np.linspace(-0.5, 0.9, 9), np.arange(9) % 3
    grid = np.linspace(0, 2, 5)
    shares = SimpleNamespace(shares=np.array([0.2, 0.4]), expected=0.1)
    options = [
        silhouette_chart(values, classes("Class", codes, "abc"), 0.3),
        response_chart("g", grid, grid, None, (0.5,)),
        dimensions_chart(shares),
    ]
    for option in options:
        found = list(texts(option))
        assert found
        assert theme.NEUTRAL not in [style.get("color") for style in found]


def contrast(first, second):
    """Contrast ratio of WCAG 2.2, from 1 to 21."""
    lighter, darker = sorted((luminance(first), luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour):
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
