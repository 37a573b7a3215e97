"""Which chart goes with which table or figure of the paper."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from dashboard import picture, plot, twin
from dashboard.figures import graph as graphs
from dashboard.figures import image, paper
from spgat.experiments import printed
from spgat.experiments.claim import claims
from spgat.experiments.outcome import Outcome, Row, title_of

FLOOR = ("MLP", "Logistic regression")
CHART_HEIGHT = 340
PICTURE_HEIGHT = 240


def show(outcome: Outcome, rows: Sequence[Row]) -> None:
    """Shows the charts of the chosen rows, with tables of the values that are not in them."""
    chart = _CHARTS.get(outcome.name)
    if chart is not None:
        chart(outcome, rows)


def show_claims(rows: Sequence[Row]) -> None:
    """Shows what is printed, the same method measured, and ours, where all three have rows."""
    found = claims(rows)
    if found:
        st.dataframe(paper.claim_table(found), hide_index=True, key="claims")


def _accuracies(_outcome: Outcome, rows: Sequence[Row]) -> None:
    # Models far below all others would squeeze the rest; they are in the table.
    measured = [row for row in rows if row.measured is not None and row.label not in FLOOR]
    if measured:
        plot.show(
            paper.dots(measured),
            height=90 + 26 * len(measured),
            key="accuracies",
            alt="Measured and printed test accuracy of each model",
        )


def _fractions(_outcome: Outcome, rows: Sequence[Row]) -> None:
    curves = {name: [r for r in rows if r.dataset == name] for name in printed.CITATION}
    drawn = {name: curve for name, curve in curves.items() if _num_measured(curve) > 1}
    if not drawn:
        return
    for column, (dataset, curve) in zip(st.columns(len(drawn)), drawn.items(), strict=True):
        with column:
            st.markdown(f"**{title_of(dataset)}**")
            plot.show(
                paper.curve(
                    [float(row.label.removeprefix("d = ").removesuffix("%")) for row in curve],
                    curve,
                    x_name="d, % of the columns",
                    y_name="test accuracy (%)",
                    marked=100 * printed.BEST_LOW_FRACTION[dataset],
                ),
                height=CHART_HEIGHT,
                key=f"fractions-{dataset}",
                alt=f"Test accuracy on {title_of(dataset)} against d",
            )
    st.caption("Dashed: the paper's best d. A curve needs at least two measured points.")


def _num_measured(rows: Sequence[Row]) -> int:
    return sum(row.measured is not None for row in rows)


def _filters(outcome: Outcome, rows: Sequence[Row]) -> None:
    """Shows what each model's filter lets through on each set that was measured."""
    measured = [
        d for d in dict.fromkeys(r.dataset for r in rows) if f"{d}/density" in outcome.arrays
    ]
    drawn = [d for d in measured if len(_curves(outcome, d)) > 1]
    for start in range(0, len(drawn), 2):
        for place, dataset in zip(st.columns(2, gap="large"), drawn[start:], strict=False):
            with place:
                plot.show(
                    paper.filters(title_of(dataset), _curves(outcome, dataset)),
                    height=CHART_HEIGHT,
                    key=f"filters-{dataset}",
                    alt=f"What each model's filter lets through on {title_of(dataset)}",
                )
    if drawn:
        st.caption(
            "The mean filter over the runs, each scaled to 1 at its peak, as the network's "
            "weights make up for any factor. Of SpGAT's two layers the product, which is what "
            "passes but for the ReLU between them; of JacobiConv the mean over the classes' "
            "filters. Grey: the density of the eigenvalues of L with self-loops, which SpGAT "
            "and GPR-GNN filter; the others' L has none."
        )
        twin.show(
            {title_of(d): partial(paper.filters_table, _curves(outcome, d)) for d in drawn}
        )


def _curves(outcome: Outcome, dataset: str) -> dict[str, NDArray[Any]]:
    """The density of a set's eigenvalues, and the models' filters, by name."""
    start = f"{dataset}/"
    return {n.removeprefix(start): a for n, a in outcome.arrays.items() if n.startswith(start)}


def _quantities(outcome: Outcome, rows: Sequence[Row]) -> None:
    """Shows one pair of bars per label and quantity, for results with few of them."""
    chosen = [q for q in dict.fromkeys(row.quantity for row in rows) if q in _BARS]
    for column, quantity in zip(st.columns(max(len(chosen), 1)), chosen, strict=False):
        part = [row for row in rows if row.quantity == quantity and row.measured is not None]
        if part:
            with column:
                plot.show(
                    paper.bars(part, axis=quantity),
                    height=CHART_HEIGHT,
                    key=f"bars-{outcome.name}-{quantity}",
                    alt=f"Measured and printed {quantity}",
                )


def _silhouettes(outcome: Outcome, rows: Sequence[Row]) -> None:
    _quantities(outcome, rows)
    datasets = list(dict.fromkeys(row.dataset for row in rows))
    names = [name for name in outcome.arrays if name.split("/")[0] in datasets]
    if names:
        st.subheader("t-SNE of the hidden layer")
    for dataset in datasets:
        shown = [name for name in names if name.startswith(f"{dataset}/")]
        for column, name in zip(st.columns(4), shown, strict=False):
            with column:
                st.caption(_title(name))
                plot.show(
                    paper.points(outcome.arrays[name]),
                    height=PICTURE_HEIGHT,
                    key=f"tsne-{name}",
                    alt=f"t-SNE map of the embedding, {_title(name)}, one colour per class",
                )
    twin.show({_title(n): partial(paper.points_table, outcome.arrays[n]) for n in names})


def _title(name: str) -> str:
    dataset, model = name.split("/")
    return f"{title_of(dataset)}, {model}"


def _findings(_outcome: Outcome, rows: Sequence[Row]) -> None:
    curve = [row for row in rows if row.dataset == "csbm" and row.quantity == "α_L of layer 1"]
    if any(row.measured is not None for row in curve):
        st.subheader("With true frequency bands, α follows homophily")
        plot.show(
            paper.curve(
                [float(row.label.removeprefix("homophily ")) for row in curve],
                curve,
                x_name="homophily of a contextual block model",
                y_name="α_L of layer 1",
                marked=None,
            ),
            height=CHART_HEIGHT,
            key="homophily",
            alt="Learned attention on low frequencies against the homophily of the graph",
        )


#: What each part of the picture looks like, for those who can't see it.
_PICTURES = {
    "original": "A photograph",
    "low": "Its low frequencies: the same areas and colours without sharp edges",
    "high": "Its high frequencies: outlines and texture on grey",
}


def _figure_1(outcome: Outcome, _rows: Sequence[Row]) -> None:
    arrays = outcome.arrays
    parts = ("original", "low", "high")
    for column, part in zip(st.columns(3), parts, strict=True):
        with column:
            picture.show(
                arrays[f"image/{part}"],
                alt=_PICTURES[part],
                caption=f"Picture, {part}",
                key=f"figure-1-{part}",
            )
    positions = arrays["barbell/positions"]
    for column, part in zip(st.columns(3), parts, strict=True):
        with column:
            plot.show(
                graphs.drawing(
                    positions, arrays["barbell/edges"], edge_values=arrays[f"barbell/{part}"]
                ),
                height=graphs.height_of(positions),
                key=f"barbell-{part}",
                alt=f"The barbell graph, its edges coloured by their {part} weight",
            )
            st.caption(f"Barbell, {part}", text_alignment="center")
    ends = dict(zip(("from", "to"), arrays["barbell/edges"].T, strict=True))
    weights = {part: arrays[f"barbell/{part}"] for part in parts}
    pixels = {part: arrays[f"image/{part}"] for part in parts}
    twin.show(
        {
            "Picture: grey of the pixels": partial(image.pixel_table, pixels),
            "Barbell: weights of the edges": lambda: pd.DataFrame({**ends, **weights}),
        }
    )


#: Quantities that are drawn as bars.
_BARS = (
    "α_L of layer 1",
    "α_L of layer 2",
    "test accuracy, variants",
    "mean silhouette, hidden layer",
    "mean silhouette, logits",
    "seconds to obtain the wavelets",
    "seconds of 200 epochs",
    "micro-F1 on unseen graphs",
)
_CHARTS: dict[str, Callable[[Outcome, Sequence[Row]], None]] = {
    "table1": _accuracies,
    "filters": _filters,
    "figure-d": _fractions,
    "attention": _quantities,
    "variants": _quantities,
    "silhouette": _silhouettes,
    "timing": _quantities,
    "ppi": _quantities,
    "figure1": _figure_1,
    "findings": _findings,
}
