"""The picture of frequency by time: its cells are means, and know their strongest frequency."""

import numpy as np
import pytest

from dashboard.film.timeline import MAX_COLUMNS, MAX_ROWS, cells_of


@pytest.mark.parametrize("shape", [(3, 5), (207, 2016), (61, 337)])
def test_a_cell_is_the_mean_of_its_frequencies_and_times(shape):
    joint = np.random.default_rng(0).exponential(size=shape)
    cells = cells_of(joint)
    assert cells.powers.shape == (len(cells.rows), len(cells.columns))
    assert len(cells.rows) <= MAX_ROWS
    assert len(cells.columns) <= MAX_COLUMNS
    rows, columns = [*cells.rows, shape[0]], [*cells.columns, shape[1]]
    for row, column in ((0, 0), (len(rows) - 2, len(columns) - 2)):
        block = joint[rows[row] : rows[row + 1], columns[column] : columns[column + 1]]
        assert 10 ** cells.powers[row, column] == pytest.approx(block.mean())
        strongest = cells.strongest[row, column], cells.times[row, column]
        assert joint[strongest] == block.max()


def test_times_without_all_readings_are_left_out_of_the_mean():
    joint = np.ones((4, 400))
    joint[:, :2] = np.nan
    joint[:, 5] = np.nan
    cells = cells_of(joint)
    assert np.isnan(cells.powers[:, 0]).all()
    np.testing.assert_array_equal(cells.powers[:, 1:], 0)
