"""A training's charts as plain HTML and SVG: for a page that moves, and for a file.

ECharts and the elements around its charts cost a browser some 100 ms a tick, on the cores that
train (`benchmarks/app.py`). So while a training runs its charts are sketched: the same ECharts
options, as far as `dashboard.figures.training`, `response` and `moving_map` use them, drawn
without tooltips, buttons or scripts. A report holds the same sketches.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from dashboard import theme
from dashboard.figures.scale import Option
from spgat.arrays import Floats

#: Units that the plot area is wide and high; strokes and texts keep their pixels.
_UNITS = 1000
#: Steps between ticks of an axis are these times a power of ten.
_STEPS = (1, 2, 5, 10)
_MAX_STEPS = 6
#: Of a line, each a few pixels wide, in which its lowest and its highest point are drawn.
NUM_STRETCHES = 60
_DASHES = {"dashed": "6 4", "dotted": "2 3"}
#: ECharts' symbols around a point, ten units wide.
_SHAPES = {
    "circle": "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
    "rect": "m-4-4h8v8h-8z",
    "triangle": "m0-4l4 8h-8z",
    "diamond": "m0-5l5 5l-5 5l-5-5z",
    "pin": "m0 5c-4-5-4-9 0-9s4 4 0 9z",
    "roundRect": "m-2-4h4q2 0 2 2v4q0 2-2 2h-4q-2 0-2-2v-4q0-2 2-2z",
    "arrow": "m0-4l4 8l-4-2l-4 2z",
    "emptyCircle": "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0zm2 0a2 2 0 1 1 4 0a2 2 0 1 1-4 0z",
}
_BAR = "m-5-2h10v4h-10z"

STYLE = """
.numbers, .note, .chart { color: var(--st-text-color, inherit);
       font-family: var(--st-font, inherit); }
.numbers { display: flex; flex-wrap: wrap; gap: 1rem; margin-bottom: 1.1rem; line-height: 1.5; }
.numbers div { flex: 1 0 7rem; font-size: 0.875rem; }
.numbers b { display: block; font-size: 1.5rem; font-weight: 400; }
.note { margin: 0 0 1rem; font-size: 0.875rem; line-height: 1.6; opacity: 0.75; }
.row { display: grid; gap: 1rem; margin-bottom: 1rem;
       grid-template-columns: repeat(auto-fit, minmax(min(100%, 280px), 1fr)); }
.chart { position: relative; font-size: 12px; line-height: 1; white-space: nowrap; }
.head { display: flex; justify-content: space-between; gap: 12px; padding-top: 3px; }
.head b { font-size: 14px; font-weight: 600; }
.head div { overflow: hidden; max-height: 2.8em; white-space: normal; text-align: right; }
.head span { margin-left: 10px; display: inline-block; line-height: 1.4; }
.head svg { width: 10px; height: 10px; margin-right: 4px; vertical-align: -1px; }
.area { position: absolute; inset: 36px 16px 42px 36px; }
.area > .plot { position: absolute; width: 100%; height: 100%; overflow: visible; }
.plot path { vector-effect: non-scaling-stroke; }
.area span, .end { position: absolute; }
.x { top: 100%; transform: translate(-50%, 7px); }
.y { right: 100%; transform: translate(-7px, -50%); }
.x-name { left: 50%; top: 100%; transform: translate(-50%, 26px); }
.y-name { right: 100%; top: 0; transform: translate(-7px, -16px); }
.above { transform: translate(-50%, -115%); font-size: 11px; opacity: 0.75; }
.inside { transform: translate(-50%, 4px); font-weight: 600; }
.map { position: absolute; inset: 30px 0 0; width: 100%; height: calc(100% - 30px); }
.end { width: 10px; height: 10px; transform: translate(-50%, -50%); }
"""


@dataclass(frozen=True, slots=True)
class _Axis:
    start: float
    end: float
    ticks: Floats

    def places(self, values: ArrayLike) -> Floats:
        """Returns where values lie, the start at 0 and the end at 1."""
        span = (self.end - self.start) or 1.0
        return np.asarray((np.asarray(values, dtype=float) - self.start) / span)


@dataclass(frozen=True, slots=True)
class _Drawing:
    """What has been drawn: paths in units, texts and shapes of a size in pixels upon them."""

    x_axis: _Axis
    paths: list[str] = field(default_factory=list)
    upon: list[str] = field(default_factory=list)

    def line(self, x: ArrayLike, y: ArrayLike, style: Mapping[str, Any]) -> None:
        """Draws a line through points of the unit square, in an ECharts line style."""
        dash = _DASHES.get(style.get("type", ""), "none")
        self.paths.append(
            f'<path d="{_points(x, y)}" fill="none" stroke="{style["color"]}" '
            f'stroke-width="{style["width"]}" stroke-opacity="{style.get("opacity", 1)}" '
            f'stroke-dasharray="{dash}"/>'
        )

    def area(self, x: ArrayLike, y: ArrayLike, style: Mapping[str, Any]) -> None:
        """Fills what points of the unit square enclose."""
        self.paths.append(
            f'<path d="{_points(x, y)}Z" fill="{style["color"]}" '
            f'fill-opacity="{style["opacity"]}"/>'
        )

    def text(self, kind: str, text: str, colour: str = "inherit", **places: float) -> None:
        """Writes a text at shares of the width and height."""
        at = "".join(f"{side}:{share:.2%};" for side, share in places.items())
        style = f"{at}color:{colour}"
        self.upon.append(f'<span class="{kind}" style="{style}">{escape(text)}</span>')


def lines(option: Option, alt: str, height: int) -> str:
    """Returns a line chart as HTML, to be styled by `STYLE`.

    Args:
        option: An ECharts option from `dashboard.figures.training` or `response`.
        alt: What it shows, for those who can't see it.
        height: In pixels.
    """
    curves = _curves(option)
    vertical = option["yAxis"] if isinstance(option["yAxis"], list) else [option["yAxis"]]
    drawing = _Drawing(_axis(option["xAxis"], [curve.x for curve in curves]))
    y_axes = [
        _axis(axis, [c.y for c in curves if c.series.get("yAxisIndex", 0) == number])
        for number, axis in enumerate(vertical)
    ]
    _draw_axes(drawing, y_axes[0], option["xAxis"]["name"], vertical[0])
    for series, x, y, lower in curves:
        y_axis = y_axes[series.get("yAxisIndex", 0)]
        _draw_bands(drawing, series.get("markArea", {}).get("data", ()))
        if "areaStyle" in series:
            _draw_between(drawing, y_axis, x, lower, y, series["areaStyle"])
        else:
            shown = x <= drawing.x_axis.end  # a run compared with may have more epochs
            x, y = thinned(x[shown], y[shown])
            drawing.line(drawing.x_axis.places(x), y_axis.places(y), series["lineStyle"])
        _draw_references(drawing, y_axis, series.get("markLine", {}))
        _draw_end(drawing, y_axis, series)
    entries = [
        (entry, _BAR) if isinstance(entry, str) else (entry["name"], _SHAPES[entry["icon"]])
        for entry in option["legend"]["data"]
    ]
    plot = (
        f'<div class="area"><svg class="plot" viewBox="0 0 {_UNITS} {_UNITS}" '
        f'preserveAspectRatio="none">{"".join(drawing.paths)}</svg>'
        f"{''.join(drawing.upon)}</div>"
    )
    return _chart(option, entries, plot, alt, height)


def scatter(option: Option, alt: str, height: int, aspect: float) -> str:
    """Returns a map of points as HTML, to be styled by `STYLE`.

    Args:
        option: An ECharts option from `dashboard.figures.moving_map`.
        alt: What it shows, for those who can't see it.
        height: In pixels.
        aspect: Width over height of the chart, roughly.
    """
    axes = [(option[name]["min"], option[name]["max"]) for name in ("xAxis", "yAxis")]
    (left, right), (bottom, top) = axes
    up = 10 * height / option["series"][0]["symbolSize"]  # so that a shape has its size
    across = up * aspect
    paths = []
    for series in option["series"]:
        x, y = np.array(series["data"], dtype=float).reshape(-1, 2).T
        shape = _SHAPES[series["symbol"]]
        places = zip(
            ((x - left) / (right - left) * across).tolist(),
            ((top - y) / (top - bottom) * up).tolist(),
            strict=True,
        )
        path = "".join(f"M{x:.0f} {y:.0f}{shape}" for x, y in places)
        style = series["itemStyle"]
        paths.append(f'<path d="{path}" fill="{style["color"]}" opacity="{style["opacity"]}"/>')
    entries = [(series["name"], _SHAPES[series["symbol"]]) for series in option["series"]]
    plot = f'<svg class="map" viewBox="0 0 {across:.0f} {up:.0f}">{"".join(paths)}</svg>'
    return _chart(option, entries, plot, alt, height)


def row(charts: Iterable[str]) -> str:
    """Returns charts side by side, or below each other where the page is narrow."""
    return f'<div class="row">{"".join(charts)}</div>'


def column(parts: Iterable[str]) -> str:
    """Returns parts below each other, as one place of a row."""
    return f"<div>{''.join(parts)}</div>"


def numbers(values: Mapping[str, str]) -> str:
    """Returns numbers in a row, each below its name."""
    cells = (
        f"<div>{escape(name)}<b>{escape(value)}</b></div>" for name, value in values.items()
    )
    return f'<div class="numbers">{"".join(cells)}</div>'


def note(text: str) -> str:
    """Returns a text in small print."""
    return f'<p class="note">{escape(text)}</p>'


def thinned(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Returns fewer points that draw the same line: of each stretch the lowest and highest.

    Args:
        x: float [num_points], ascending.
        y: float [num_points]; points that are not finite are left out.
    """
    known = np.isfinite(y)
    x, y = x[known], y[known]
    width = len(y) // NUM_STRETCHES
    if width < 3:
        return x, y
    starts = np.arange(0, len(y) - width + 1, width)
    stretches = y[: starts[-1] + width].reshape(-1, width)
    kept = np.concatenate(
        [starts + stretches.argmin(axis=1), starts + stretches.argmax(axis=1)]
    )
    kept = np.unique([0, *kept, *range(starts[-1] + width, len(y)), len(y) - 1])
    return x[kept], y[kept]


class _Curve(NamedTuple):
    """A series with its numbers, and those of the series that it is stacked upon."""

    series: Mapping[str, Any]
    x: Floats
    y: Floats
    lower: Floats


def _curves(option: Option) -> list[_Curve]:
    stacks: dict[str, Floats] = {}
    curves = []
    for series in option["series"]:
        table = option["dataset"][series.get("datasetIndex", 0)]["source"]
        x, y = (table[series["encode"][axis]].to_numpy(dtype=float) for axis in ("x", "y"))
        lower = stacks.get(series.get("stack", ""), np.zeros(len(y)))
        if "stack" in series:
            y = stacks[series["stack"]] = lower + y
        curves.append(_Curve(series, x, y, lower))
    return curves


def _axis(option: Option, values: Sequence[Floats]) -> _Axis:
    """An axis with the given ends; where the upper one is open, the next tick above all."""
    start = float(option.get("min", 0))
    largest = max((float(v[np.isfinite(v)].max(initial=start)) for v in values), default=start)
    gap = float(option.get("boundaryGap", (0, "0%"))[1].rstrip("%")) / 100
    end = float(option.get("max", largest + gap * (largest - start)))
    least = option.get("minInterval", 0)
    step = option.get("interval") or max(least, _round_up((end - start) / _MAX_STEPS))
    if "max" not in option and not gap:
        end = start + step * max(1, np.ceil((end - start) / step - 1e-9))
    return _Axis(start, end, np.arange(start, end + step / 1000, step))


def _round_up(length: float) -> float:
    """The smallest round number that is not less."""
    if length <= 0:
        return 1.0
    power = 10.0 ** np.floor(np.log10(length))
    return next(float(step * power) for step in _STEPS if step * power >= length * (1 - 1e-9))


def _draw_axes(drawing: _Drawing, y_axis: _Axis, x_name: str, vertical: Option) -> None:
    label = vertical.get("axisLabel", {}).get("formatter", "{value}")
    for tick, place in zip(y_axis.ticks, y_axis.places(y_axis.ticks), strict=True):
        style = {"color": theme.NEUTRAL, "width": 1, "opacity": 0.5 if place == 0 else 0.2}
        drawing.line([0, 1], [place, place], style)
        drawing.text("y", label.replace("{value}", f"{tick:g}"), top=1 - float(place))
    ticks = drawing.x_axis.ticks
    for tick, place in zip(ticks, drawing.x_axis.places(ticks), strict=True):
        drawing.text("x", f"{tick:g}", left=float(place))
    drawing.text("x-name", x_name)
    drawing.text("y-name", vertical.get("name", ""))


def _draw_bands(drawing: _Drawing, bands: Iterable[Sequence[Mapping[str, Any]]]) -> None:
    """Draws ranges of the horizontal axis with their names."""
    for start, end in bands:
        left, right = drawing.x_axis.places([start["xAxis"], end["xAxis"]]).tolist()
        drawing.area([left, left, right, right], [0, 1, 1, 0], start["itemStyle"])
        drawing.text("inside", start["name"], left=(left + right) / 2, top=0.0)


def _draw_between(
    drawing: _Drawing,
    y_axis: _Axis,
    x: Floats,
    lower: Floats,
    upper: Floats,
    style: Mapping[str, Any],
) -> None:
    """Fills what lies between two lines."""
    (x1, y1), (x2, y2) = thinned(x, lower), thinned(x, upper)
    across, up = np.concatenate([x1, x2[::-1]]), np.concatenate([y1, y2[::-1]])
    drawing.area(drawing.x_axis.places(across), y_axis.places(up), style)


def _draw_references(drawing: _Drawing, y_axis: _Axis, lines: Mapping[str, Any]) -> None:
    """Draws level and upright lines across the whole chart."""
    for line in lines.get("data", ()):
        style = lines["lineStyle"] | line.get("lineStyle", {})
        if "yAxis" in line:
            drawing.line([0, 1], y_axis.places([line["yAxis"]] * 2), style)
        else:
            place = float(drawing.x_axis.places(line["xAxis"]))
            drawing.line([place, place], [0, 1], style)
            drawing.text("above", line["label"]["formatter"], left=place, top=0.0)


def _draw_end(drawing: _Drawing, y_axis: _Axis, series: Mapping[str, Any]) -> None:
    """Draws the shape at the end of a line, if it has one."""
    for end in series.get("markPoint", {}).get("data", ()):
        left, top = drawing.x_axis.places(end["coord"][0]), 1 - y_axis.places(end["coord"][1])
        path = _filled(_SHAPES[series["symbol"]], series["itemStyle"]["color"])
        style = f"left:{left:.2%};top:{top:.2%}"
        drawing.upon.append(
            f'<svg class="end" style="{style}" viewBox="-5 -5 10 10">{path}</svg>'
        )


def _chart(
    option: Option, entries: Sequence[tuple[str, str]], plot: str, alt: str, height: int
) -> str:
    """A chart with its title and its legend, whose entries are names and shapes."""
    colours = {series["name"]: series["itemStyle"]["color"] for series in option["series"]}
    legend = "".join(
        f'<span><svg viewBox="-5 -5 10 10">{_filled(shape, colours[name])}</svg>'
        f"{escape(name)}</span>"
        for name, shape in entries
    )
    title = escape(option["title"]["text"])
    return (
        f'<div class="chart" role="img" aria-label="{escape(alt)}" style="height:{height}px">'
        f'<div class="head"><b>{title}</b><div>{legend}</div></div>{plot}</div>'
    )


def _filled(shape: str, colour: str) -> str:
    return f'<path d="M0 0{shape}" fill="{colour}" fill-rule="evenodd"/>'


def _points(x: ArrayLike, y: ArrayLike) -> str:
    """A path through the points that are finite, y upwards."""
    points = np.column_stack([np.asarray(x, dtype=float), 1 - np.asarray(y, dtype=float)])
    known = points[np.isfinite(points).all(axis=1)] * _UNITS
    return "M" + "L".join(f"{left:.0f} {top:.0f}" for left, top in known.tolist())
