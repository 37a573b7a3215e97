import json

import numpy as np

from dashboard.figures import paper
from spgat.experiments.claim import claims
from spgat.experiments.outcome import Row, load_outcome


def row(label="GCN", **changes):
    values = {"dataset": "cora", "quantity": "test accuracy", "measured": 0.82, "runs": 3}
    return Row(label=label, **(values | changes))


def test_table_scales_accuracies_and_drops_empty_columns():
    frame = paper.table([row(printed=0.815, spread=0.01), row("MLP", measured=0.57)])
    assert frame.loc[0, ["Measured", "Spread", "Printed", "Difference"]].tolist() == [
        82.0, 1.0, 81.5, 0.5,
    ]  # fmt: skip
    assert "Oracle" not in frame.columns
    assert "Remark" not in frame.columns
    assert "Quantity" not in frame.columns  # all rows share it


def test_table_has_no_verdict_where_nothing_is_printed():
    assert "Verdict" not in paper.table([row()]).columns
    waiting = paper.table([row(), row("GAT", measured=None, runs=0)])
    assert waiting["Verdict"].tolist() == ["", "not measured yet"]


def test_latex_has_measured_with_its_spread_beside_printed():
    text = paper.latex(
        [row(printed=0.815, spread=0.0123), row("A_B", measured=None, runs=0, dataset="pubmed")]
    )
    cells = [
        line.removesuffix(r" \\").split(" & ") for line in text.splitlines() if "&" in line
    ]
    assert cells == [
        ["What", "Data set", "Measured", "Printed", "Runs"],
        ["GCN", "Cora", "82.0 ± 1.2", "81.5", "3"],
        [r"A\_B", "PubMed", "–", "–", "–"],
    ]
    assert "1.234" in paper.latex([row(unit="seconds", measured=1.2341)])


def test_dots_leave_out_what_is_not_measured_and_keep_the_order():
    option = paper.dots(
        [row("A", printed=0.8, spread=0.02), row("B", measured=None), row("C", measured=0.7)]
    )
    assert option["yAxis"]["data"] == ["C", "A"]  # ECharts draws from the bottom up
    measured, printed = option["series"]
    assert measured["data"] == [70.0, 82.0]
    assert printed["data"] == [None, 80.0]
    (span,) = measured["markLine"]["data"]
    assert [end["coord"] for end in span] == [[80.0, "A"], [84.0, "A"]]
    json.dumps(option)


def test_bars_draw_printed_values_only_where_there_are_some():
    names = [s["name"] for s in paper.bars([row()], axis="x")["series"]]
    assert names == ["measured"]
    option = paper.bars([row(printed=0.8), row(measured=None)], axis="x")
    assert [s["data"] for s in option["series"]] == [[82.0], [80.0]]


def test_curve_stacks_its_band_and_marks_the_papers_place():
    option = paper.curve(
        [5, 10, 15],
        [row(spread=0.01), row(measured=None), row(measured=0.8)],
        x_name="d",
        y_name="accuracy",
        marked=5,
    )
    line, lower, width = option["series"]
    assert line["data"] == [[5, 82.0], [15, 80.0]]
    assert lower["data"] == [[5, 81.0], [15, 80.0]]
    assert width["data"] == [[5, 2.0], [15, 0.0]]
    assert line["markLine"]["data"] == [{"xAxis": 5}]


def test_points_draw_each_class_with_its_own_symbol():
    picture = np.array([[0, 1, 0], [2, 3, 1], [4, 5, 0]], dtype=np.int16)
    option = paper.points(picture)
    assert [series["data"] for series in option["series"]] == [[[0, 1], [4, 5]], [[2, 3]]]
    assert len({series["symbol"] for series in option["series"]}) == 2
    json.dumps(option)


def test_the_claim_stands_in_three_columns():
    outcome = load_outcome("table1")
    table = paper.claim_table(claims(outcome.rows))
    assert list(table["Data set"])[:2] == ["CiteSeer", "Cora"]
    best = next(r for r in outcome.rows if (r.label, r.dataset) == ("SpGAT (best)", "cora"))
    assert table.iloc[1, 3].startswith(f"{100 * best.measured:.1f} ± {100 * best.spread:.1f}")
    assert all(len(set(row)) == 4 for row in table.to_numpy().tolist())
