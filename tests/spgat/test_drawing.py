"""What a drawing shows is what it was given."""

from xml.etree import ElementTree

import numpy as np
import pytest

from spgat import datasets
from spgat.drawing import HIGH, LOW, NEGATIVE, POSITIVE, draw_edge_bands, draw_graph
from spgat.errors import InputError
from spgat.graph import Graph
from spgat.spectral.eigen import full_spectrum
from spgat.spectral.reconstruction import reconstruct_edges
from spgat.training import TrainConfig, fit

SVG = "{http://www.w3.org/2000/svg}"


def parsed(drawing):
    return [ElementTree.fromstring(picture) for picture in drawing.pictures]


@pytest.fixture(scope="module")
def barbell():
    return datasets.load("barbell")


def test_every_node_and_edge_is_drawn_within_the_picture(barbell):
    [picture] = parsed(draw_graph(barbell))
    circles = picture.findall(f"{SVG}circle")
    assert len(circles) == barbell.num_nodes
    assert len(picture.findall(f"{SVG}line")) == barbell.num_edges
    width, height = float(picture.get("width")), float(picture.get("height"))
    assert all(0 <= float(c.get("cx")) <= width for c in circles)
    assert all(0 <= float(c.get("cy")) <= height for c in circles)


def test_a_signal_colours_its_extremes_by_their_sign(barbell):
    signal = full_spectrum(barbell.adjacency).eigenvectors[:, 1]
    [picture] = parsed(barbell.plot(signal=signal))
    colours = [circle.get("fill") for circle in picture.findall(f"{SVG}circle")]
    extreme = int(np.abs(signal).argmax())
    assert colours[extreme] == (POSITIVE if signal[extreme] > 0 else NEGATIVE)


def test_bands_share_one_scale_and_leave_out_what_is_nothing(barbell):
    bands = reconstruct_edges(barbell.adjacency, full_spectrum(barbell.adjacency), 2)
    whole, low, high = parsed(draw_edge_bands(barbell, bands))
    assert len(whole.findall(f"{SVG}line")) == barbell.num_edges
    largest = max(np.abs(part).max() for part in (bands.original, bands.low, bands.high))
    for picture, part in ((low, bands.low), (high, bands.high)):
        opacity = [float(line.get("stroke-opacity")) for line in picture.findall(f"{SVG}line")]
        drawn = np.abs(part)[np.abs(part) > largest / 100] / largest
        np.testing.assert_allclose(opacity, drawn, atol=0.006)


def test_a_spectrum_shows_its_cut(barbell):
    spectrum = full_spectrum(barbell.adjacency)
    [picture] = parsed(spectrum.plot(num_low=3))
    colours = [circle.get("fill") for circle in picture.findall(f"{SVG}circle")]
    assert colours == [LOW] * 3 + [HIGH] * (barbell.num_nodes - 3)


def test_a_graph_without_edges_has_a_picture_of_its_nodes():
    [picture] = parsed(Graph.build("alone", 3, []).plot())
    assert len(picture.findall(f"{SVG}circle")) == 3
    assert not picture.findall(f"{SVG}line")


def test_names_from_outside_are_text():
    graph = Graph.build("<b>&", 2, [[0, 1]], node_names=["<script>", "b"], positions=np.eye(2))
    html = graph._repr_html_()
    assert "<script>" not in html
    assert "<b><b>" not in html
    parsed(graph.plot())


def test_a_graph_too_large_to_draw_still_shows_its_size():
    ring = [[i, (i + 1) % 2500] for i in range(2500)]
    graph = Graph.build("ring", 2500, ring)
    with pytest.raises(InputError):
        graph.plot()
    assert "2,500 nodes" in graph._repr_html_()


@pytest.mark.parametrize("values", [{"signal": [1.0]}, {"weights": np.ones(3)}])
def test_values_of_another_number_are_refused(barbell, values):
    with pytest.raises(InputError):
        draw_graph(barbell, **values)


def test_a_training_has_a_picture_for_each_layer_and_one_of_accuracies(barbell):
    graph = datasets.load("karate")
    result = fit(graph, TrainConfig(hidden=4, epochs=3))
    pictures = parsed(result.plot())
    assert len(pictures) == len(result.alpha) + 1
    assert [len(p.findall(f"{SVG}polyline")) for p in pictures] == [2, 2, 3]
    assert f"{result.test_accuracy:.1%}" in result._repr_html_()


def test_pictures_side_by_side_are_saved_in_one_file(barbell, tmp_path):
    (barbell.plot() | barbell.plot()).save(tmp_path / "two.svg")
    root = ElementTree.parse(tmp_path / "two.svg").getroot()
    assert [child.get("x") for child in root] == ["0", "260"]
