"""Sketches of a running training: paths are read back and compared with the numbers."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from dashboard import theme
from dashboard.figures import sketch
from dashboard.figures import training as figures
from dashboard.figures.colouring import classes
from dashboard.figures.history import History
from dashboard.figures.moving_map import moving_map
from dashboard.figures.response import response_chart
from spgat.bands.response import LearnedResponse
from spgat.results import EpochRecord


def record(epoch, low=0.5, loss=1.0):
    return EpochRecord(
        epoch=epoch,
        train_loss=loss,
        val_loss=2 * loss,
        train_accuracy=0.9,
        val_accuracy=0.5,
        test_accuracy=0.6,
        alpha=((low, 1 - low),),
        seconds=0.01,
    )


def history(*seeds):
    """Of each seed the low α of its epochs."""
    return History.of([[record(k + 1, low) for k, low in enumerate(lows)] for lows in seeds])


def parse(html):
    return ElementTree.fromstring(f"<body>{html}</body>")


def alpha(past, num_epochs=10, **kwargs):
    option = figures.alpha_chart(past, 1, num_epochs=num_epochs, **kwargs)
    return parse(sketch.lines(option, "what it shows", 260))


def strokes(body, colour):
    """The points of each line of a colour, in units of the plot."""
    plot = body.find(".//svg[@class='plot']")
    return [points(path) for path in plot if path.get("stroke") == colour]


def points(path):
    return np.array(re.findall(r"(-?\d+) (-?\d+)", path.get("d")), dtype=float)


def texts(body, kind):
    return [text.text for text in body.iterfind(f".//span[@class='{kind}']")]


def test_a_line_passes_through_its_numbers():
    lows = [0.5, 0.75, 1.0, 0.0]
    [line] = strokes(alpha(history(lows)), theme.LOW)
    expected = [(100 * (k + 1), 1000 * (1 - low)) for k, low in enumerate(lows)]
    np.testing.assert_array_equal(line, expected)


def test_a_shape_stands_at_the_end_of_a_line():
    body = alpha(history([0.5, 0.75]))
    low, high = body.iterfind(".//svg[@class='end']")
    assert low.get("style") == "left:20.00%;top:25.00%"
    assert high.get("style") == "left:20.00%;top:75.00%"
    assert [svg[0].get("fill") for svg in (low, high)] == [theme.LOW, theme.HIGH]
    assert low[0].get("d") != high[0].get("d")


def test_the_references_of_attention_are_level():
    body = alpha(history([0.5, 0.6]), energy=(0.9, 0.1))
    equal = [line for line in strokes(body, theme.NEUTRAL) if set(line[:, 1]) == {500}]
    assert [0, 1000] in [line[:, 0].tolist() for line in equal]
    assert np.ptp(strokes(body, theme.LOW)[1][:, 1]) == 0
    assert strokes(body, theme.LOW)[1][0, 1] == 100


def test_a_run_to_compare_with_is_dashed_and_faint():
    body = alpha(history([0.5, 0.6]), ghost=history([0.5, 0.4, 0.3]))
    whole, ghost = (
        path for path in body.find(".//svg[@class='plot']") if path.get("stroke") == theme.LOW
    )
    assert (whole.get("stroke-dasharray"), whole.get("stroke-opacity")) == ("none", "1")
    assert ghost.get("stroke-dasharray") != "none"
    assert float(ghost.get("stroke-opacity")) < 1
    np.testing.assert_array_equal(points(ghost)[:, 1], [500, 600, 700])


def test_a_longer_run_to_compare_with_ends_with_the_axis():
    body = alpha(history([0.5, 0.6]), num_epochs=4, ghost=history(np.linspace(0, 1, 300)))
    _, ghost = strokes(body, theme.LOW)
    assert ghost[:, 0].tolist() == [250, 500, 750, 1000]


def test_the_band_of_several_seeds_is_mean_and_deviation():
    past = history([0.4, 0.5], [0.6, 0.5])
    body = alpha(past)
    areas = [p for p in body.find(".//svg[@class='plot']") if p.get("fill") == theme.LOW]
    deviation = np.sqrt(0.02)
    outline = points(areas[-1])
    assert float(areas[-1].get("fill-opacity")) > 0
    np.testing.assert_array_equal(outline[:, 0], [100, 200, 200, 100])
    expected = 1000 * (1 - np.array([0.5 - deviation, 0.5, 0.5, 0.5 + deviation]))
    np.testing.assert_allclose(outline[:, 1], expected, atol=0.5)


@pytest.mark.parametrize(
    ("loss", "ticks"),
    [
        (1.0, ["0", "0.5", "1", "1.5", "2"]),
        (0.11, ["0", "0.05", "0.1", "0.15", "0.2", "0.25"]),
        (700.0, ["0", "500", "1000", "1500"]),
        (0.0, ["0", "1"]),
    ],
)
def test_an_open_axis_ends_at_the_next_tick(loss, ticks):
    past = History.of([[record(1, loss=loss)]])
    body = parse(sketch.lines(figures.loss_chart(past, num_epochs=50), "", 260))
    assert texts(body, "y") == ticks
    assert texts(body, "x") == ["0", "10", "20", "30", "40", "50"]
    assert texts(body, "x-name") == ["epoch"]


@pytest.mark.parametrize("num_epochs", [1, 2, 3])
def test_ticks_of_few_epochs_are_whole(num_epochs):
    ticks = texts(alpha(history([0.5]), num_epochs=num_epochs), "x")
    assert ticks == [str(epoch) for epoch in range(num_epochs + 1)]


def test_losses_that_are_not_numbers_are_left_out():
    past = History.of([[record(1, loss=1.0), record(2, loss=np.nan), record(3, loss=np.inf)]])
    body = parse(sketch.lines(figures.loss_chart(past, num_epochs=10), "", 260))
    [line] = strokes(body, theme.ORANGE)
    assert line.tolist() == [[100, 0]]


def test_accuracies_are_percent():
    body = parse(sketch.lines(figures.accuracy_chart(history([0.5]), num_epochs=9), "", 260))
    assert texts(body, "y") == ["40%", "50%", "60%", "70%", "80%", "90%", "100%"]
    [line] = strokes(body, theme.GREEN)
    assert line[0, 1] == 667  # 60%: a third of the height, from below


def test_the_best_epoch_is_marked_in_the_chart_of_alpha():
    body = alpha(history([0.5, 0.6, 0.7]), best_epochs=[2])
    assert texts(body, "above") == ["best"]
    upright = [line for line in strokes(body, theme.NEUTRAL) if np.ptp(line[:, 0]) == 0]
    assert [line[0, 0] for line in upright] == [200]


def test_the_response_shows_its_cut_and_its_bands():
    grid = np.linspace(0, 2, 5)
    learned = np.array([[1.0, 1, 0.5, 0.25, 0]])
    option = response_chart(
        "g", grid, np.full(5, 0.5), LearnedResponse(grid, learned, ""), [0.5]
    )
    body = parse(sketch.lines(option, "", 260))
    [line] = strokes(body, theme.GREEN)
    assert line[:, 0].tolist() == [0, 250, 500, 750, 1000]
    assert line[-1, 1] == 1000
    assert texts(body, "inside") == ["low", "high"]
    assert texts(body, "above") == ["cut"]
    upright = [cut for cut in strokes(body, theme.NEUTRAL) if np.ptp(cut[:, 0]) == 0]
    assert upright[0][0, 0] == 250


def test_a_chart_is_told_in_words_and_its_names_are_only_text():
    option = figures.alpha_chart(history([0.5]), 1, num_epochs=10)
    option["title"]["text"] = "<script>alert(1)</script>"
    body = parse(sketch.lines(option, 'α "low" < 1', 260))
    chart = body.find("div")
    assert (chart.get("role"), chart.get("aria-label")) == ("img", 'α "low" < 1')
    assert body.find(".//b").text == "<script>alert(1)</script>"
    assert body.find(".//script") is None
    assert parse(sketch.note("a < b"))[0].text == "a < b"
    [[name]] = parse(sketch.numbers({"<i>": "<b>"}))
    assert (name.text, name[0].text) == ("<i>", "<b>")


def test_fewer_points_keep_what_a_line_shows():
    y = np.random.default_rng(0).uniform(size=12_345)
    y[777] = np.nan
    x = np.arange(len(y), dtype=float)
    few_x, few_y = sketch.thinned(x, y)
    assert len(few_x) < 2 * sketch.NUM_STRETCHES + len(y) // sketch.NUM_STRETCHES + 2
    assert (few_x[0], few_x[-1]) == (0, len(y) - 1)
    assert np.all(np.diff(few_x) > 0)
    np.testing.assert_array_equal(few_y, y[few_x.astype(int)])
    known = np.flatnonzero(np.isfinite(y))
    width = len(known) // sketch.NUM_STRETCHES
    for start in range(0, len(known) - width + 1, width):
        stretch = known[start : start + width]
        part = few_y[np.isin(few_x, stretch)]
        assert (part.min(), part.max()) == (y[stretch].min(), y[stretch].max())


@pytest.mark.parametrize("num_points", [1, 3, 2 * sketch.NUM_STRETCHES])
def test_a_short_line_keeps_all_its_points(num_points):
    x = np.arange(num_points, dtype=float)
    np.testing.assert_array_equal(sketch.thinned(x, x**2), [x, x**2])


def test_a_map_has_a_shape_for_each_node_in_its_place():
    coordinates = np.array([[-1, -1], [1, 1], [0, 0]], dtype=np.float32)
    kinds = classes("Class", np.array([0, 1, 1]), ["<one>", "two"])
    option = moving_map("Embedding at epoch 3", coordinates, kinds, 2.0)
    body = parse(sketch.scatter(option, "a map", 260, 2.0))
    plot = body.find(".//svg[@class='map']")
    width, height = map(float, plot.get("viewBox").split()[2:])
    assert width == pytest.approx(2 * height, abs=1)
    first, second = ([*map(float, p)] for p in re.findall(r"M(\S+) (\d+)", plot[1].get("d")))
    np.testing.assert_allclose(second, [width / 2, height / 2], atol=1)
    corner = points(plot[0])[0]
    assert corner[0] < width / 2 < first[0]
    assert first[1] < height / 2 < corner[1]  # y grows upwards
    assert [path.get("fill") for path in plot] == list(kinds.colours)
    assert texts(body, "x") == []
    legend = ["".join(span.itertext()) for span in body.iterfind(".//div[@class='head']//span")]
    assert legend == ["<one>", "two"]


def test_every_symbol_of_the_palette_has_a_shape():
    labels = np.arange(len(theme.SYMBOLS))
    kinds = classes("Class", labels, [str(k) for k in labels])
    option = moving_map("Map", np.eye(len(labels), 2, dtype=np.float32), kinds, 2.0)
    plot = parse(sketch.scatter(option, "", 260, 2.0)).find(".//svg[@class='map']")
    shapes = {re.sub(r"^M\S+ \d+", "", path.get("d")) for path in plot}
    assert len(shapes) == len(set(kinds.symbols))
