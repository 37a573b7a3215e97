"""The charts of a report, by Plotly: it draws without a server."""

from collections.abc import Sequence
from html import escape

import numpy as np
import plotly.graph_objects as go

from dashboard import theme
from dashboard.figures.colouring import classes
from dashboard.figures.history import ACCURACIES, LOSSES, History, band_names
from spgat.arrays import Floats32, Ints
from spgat.runs import Run, RunResponse

#: Second sign of a line beside its colour, as Plotly's dashes.
_DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot", "2px,7px", "14px,3px")
_SYMBOLS = {
    "circle": "circle",
    "rect": "square",
    "triangle": "triangle-up",
    "diamond": "diamond",
    "pin": "star-triangle-down",
    "roundRect": "square-dot",
    "arrow": "triangle-up-open",
    "emptyCircle": "circle-open",
}


def html(figures: Sequence[go.Figure]) -> str:
    """Returns the figures as HTML that carries Plotly with it."""
    parts = [
        figure.to_html(
            full_html=False,
            include_plotlyjs=position == 0,
            config={"displaylogo": False, "responsive": True},
        )
        for position, figure in enumerate(figures)
    ]
    return f'<div class="charts">{"".join(f"<div>{part}</div>" for part in parts)}</div>'


def curves(history: History, best_epoch: int) -> list[go.Figure]:
    """Returns accuracies, losses and the α of each layer over the epochs."""
    shades = (theme.GREY, theme.ORANGE, theme.GREEN)
    charts = [
        _lines("Accuracy", history, ACCURACIES, shades, best_epoch),
        _lines("Loss", history, LOSSES, shades, best_epoch),
    ]
    for layer in range(1, history.num_layers + 1):
        names = {
            f"alpha_{layer}_{band + 1}": name
            for band, name in enumerate(band_names(history.num_bands))
        }
        title = f"Attention α, layer {layer}"
        charts.append(_lines(title, history, names, theme.BANDS, best_epoch))
    return charts


def response(found: RunResponse) -> go.Figure:
    """Returns the learned filter of each layer over the density of the eigenvalues."""
    assert found.learned is not None
    figure = _figure("Learned response over the spectrum", "eigenvalue λ")
    density = found.density.density
    scale = float(found.learned.values.max()) / max(float(density.max()), 1e-12)
    figure.add_scatter(
        x=found.density.grid,
        y=density * scale,
        name="density of the frequencies",
        fill="tozeroy",
        mode="none",
        fillcolor="rgba(127,139,153,0.3)",
        hoverinfo="skip",
    )
    for layer, values in enumerate(found.learned.values):
        shade = (theme.GREEN, theme.PURPLE, theme.ORANGE, theme.SKY)[layer % 4]
        figure.add_scatter(
            x=found.density.grid,
            y=values,
            name=f"g(λ), layer {layer + 1}",
            line={"color": shade, "width": 2.5, "dash": "solid" if layer == 0 else "dash"},
        )
    for cut in found.cuts:
        figure.add_vline(cut, line={"color": theme.GREY, "dash": "dash", "width": 1})
    return figure


def confusion(counts: Ints, names: Sequence[str]) -> go.Figure:
    """Returns the confusion matrix, coloured by the share within a label."""
    figure = _figure("Confusion of the test nodes", "prediction")
    labels = [escape(str(name)) for name in names]
    shares = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    figure.add_heatmap(
        x=labels,
        y=labels,
        z=shares,
        text=counts,
        texttemplate="%{text}",
        colorscale=[[0, "#FFFFFF"], [1, theme.BLUE]],
        zmin=0,
        zmax=1,
        showscale=False,
        hovertemplate="%{y} taken for %{x}: %{text}<extra></extra>",
    )
    figure.update_yaxes(autorange="reversed", title="label")
    return figure


def embedding(run: Run, coordinates: Floats32) -> go.Figure:
    """Returns the first two principal components of the hidden layer."""
    figure = _figure("Embedding, principal components", "")
    kinds = classes("Class", run.labels, run.graph.class_names)
    names = run.graph.node_names or [str(node) for node in range(run.graph.num_nodes)]
    hover = np.array([escape(name) for name in names])
    for k, name in enumerate(kinds.names):
        nodes = np.flatnonzero(kinds.codes == k)
        figure.add_scattergl(
            x=coordinates[nodes, 0],
            y=coordinates[nodes, 1],
            text=hover[nodes],
            name=escape(str(name)),
            mode="markers",
            marker={"color": kinds.colours[k], "symbol": _SYMBOLS[kinds.symbols[k]], "size": 5},
            hovertemplate="%{text}<extra>%{fullData.name}</extra>",
        )
    figure.update_yaxes(scaleanchor="x", showticklabels=False)
    figure.update_xaxes(showticklabels=False)
    return figure


def _lines(
    title: str,
    history: History,
    columns: dict[str, str],
    shades: Sequence[str],
    best_epoch: int,
) -> go.Figure:
    figure = _figure(title, "epoch")
    for (column, name), shade, dash in zip(columns.items(), shades, _DASHES, strict=False):
        figure.add_scatter(
            x=history.mean["epoch"],
            y=history.mean[column],
            name=name,
            line={"color": shade, "width": 2, "dash": dash},
        )
    figure.add_vline(best_epoch, line={"color": theme.GREY, "dash": "dash", "width": 1})
    return figure


def _figure(title: str, x_name: str) -> go.Figure:
    figure = go.Figure()
    figure.update_layout(
        template="plotly_white",
        title={"text": title, "font": {"size": 15}, "x": 0, "xref": "paper"},
        margin={"l": 48, "r": 12, "t": 48, "b": 44},
        height=360,
        xaxis={"title": x_name},
        legend={"orientation": "h", "y": 1.08, "x": 1, "xanchor": "right"},
    )
    return figure
