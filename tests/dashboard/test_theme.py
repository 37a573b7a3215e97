import tomllib
from pathlib import Path

import pytest

from dashboard import theme

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
