"""The map of many points: what the server sends is what the browser draws and answers."""

import base64

import numpy as np
import pytest

from dashboard.figures import colouring
from dashboard.film import packing, points


def test_places_keep_their_proportions_to_a_pixel_of_many():
    rng = np.random.default_rng(0)
    where = (rng.normal(size=(500, 2)) * [30, 4] + [1e3, -5]).astype(np.float32)
    facts, arrays = packing.unpack(
        points.pack_places(where, None, alt="a map", key="m", height=300)
    )
    drawn = arrays["places"].reshape(-1, 2) / 65535
    span = np.ptp(where, axis=0).max()
    np.testing.assert_allclose(drawn * span + where.min(axis=0), where, atol=span / 65535)
    np.testing.assert_allclose(drawn.max(axis=0), facts["extent"], atol=1 / 65535)


def test_points_at_one_place_have_a_place():
    packed = points.pack_places(np.ones((3, 2), np.float32), None, alt="", key="m", height=9)
    facts, arrays = packing.unpack(packed)
    assert not arrays["places"].any()
    assert min(facts["extent"]) > 0


@pytest.mark.parametrize("num_nodes", [1, 8, 9, 1000])
def test_a_selection_is_read_as_the_browser_writes_it(num_nodes):
    rng = np.random.default_rng(num_nodes)
    mask = rng.random(num_nodes) < 0.5
    answer = base64.b64encode(np.packbits(mask).tobytes()).decode()
    np.testing.assert_array_equal(points.nodes_of(answer, num_nodes), np.flatnonzero(mask))
    classes = colouring.classes("Class", np.zeros(num_nodes, np.int64), ["a"])
    _, arrays = packing.unpack(points.pack_paint(classes, np.flatnonzero(mask), key="m"))
    assert base64.b64encode(arrays["selected"].tobytes()).decode() == answer


@pytest.mark.parametrize("answer", ["", "AAA", "AAAA", "!!!!", "ÄÄ==", "A" * 5000])
def test_what_no_map_can_have_answered_selects_nothing(answer):
    assert points.nodes_of(answer, 9) is None


def test_bits_beyond_the_last_node_are_no_nodes():
    assert points.nodes_of(base64.b64encode(b"\xff\xff").decode(), 9).tolist() == [*range(9)]


def test_every_kind_has_a_colour_of_its_own_while_shades_last():
    num_kinds = 21
    kinds = colouring.classes(
        "Class", np.arange(num_kinds), [f"k{k}" for k in range(num_kinds)]
    )
    facts, arrays = packing.unpack(points.pack_paint(kinds, np.zeros(0, int), key="m"))
    assert len(set(facts["colours"])) == num_kinds
    assert [facts["kinds"][code] for code in arrays["codes"]] == list(kinds.names)


def test_kinds_beyond_a_byte_are_one():
    codes = np.arange(400)
    kinds = colouring.classes("Class", codes, [f"k{k}" for k in codes])
    facts, arrays = packing.unpack(points.pack_paint(kinds, np.zeros(0, int), key="m"))
    assert arrays["codes"].tolist() == [*range(255), *[255] * 145]
    assert facts["kinds"][255] == "another"
    assert len(facts["colours"]) == 256


def test_a_quantity_rises_through_its_colours_and_missing_values_stand_apart():
    values = np.array([-9.0, 0.0, 0.5, 1.0, 9.0, np.nan])
    quantity = colouring.Quantity("x", values, 0.0, 1.0, ("#000000", "#ffffff"))
    facts, arrays = packing.unpack(points.pack_paint(quantity, np.zeros(0, int), key="m"))
    colours = [facts["colours"][code] for code in arrays["codes"]]
    assert colours[:2] == ["#000000"] * 2
    assert colours[3:5] == ["#ffffff"] * 2
    assert colours[2] in ("#7f7f7f", "#808080")
    assert arrays["codes"][5] == 255
