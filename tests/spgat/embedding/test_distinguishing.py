import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

from spgat import datasets
from spgat.embedding import distinguishing
from spgat.errors import InputError

SELECTED = np.arange(40) < 10


def test_a_number_has_the_standardised_difference_of_its_definition():
    values = np.random.default_rng(0).normal(size=40)
    values[SELECTED] += 2
    [found] = distinguishing(SELECTED, pd.DataFrame({"age": values}))
    inside, outside = values[:10], values[10:]
    spread = np.sqrt((inside.var() + outside.var()) / 2)
    assert found.difference == pytest.approx((inside.mean() - outside.mean()) / spread)
    assert (found.inside, found.outside) == pytest.approx((inside.mean(), outside.mean()))
    assert (found.num_inside, found.num_outside) == (10, 30)


def test_a_category_has_its_shares_their_ratio_and_counts():
    town = np.where(np.arange(40) % 10 < 5, "Ulm", "Bonn")
    town[:8] = "Ulm"
    found = distinguishing(SELECTED, pd.DataFrame({"town": town}))
    ulm = next(item for item in found if item.value == "Ulm")
    assert (ulm.num_inside, ulm.num_outside) == (8, 15)
    assert (ulm.inside, ulm.outside, ulm.ratio) == pytest.approx((0.8, 0.5, 1.6))
    bonn = next(item for item in found if item.value == "Bonn")
    assert bonn.difference == pytest.approx(-ulm.difference)


def test_what_only_the_selected_have_comes_first():
    columns = pd.DataFrame({"noise": np.random.default_rng(1).normal(size=40)})
    columns["mark"] = np.where(SELECTED, "yes", "no")
    columns["flat"] = 1.0
    found = distinguishing(SELECTED, columns)
    assert found[0].column == "mark"
    assert np.isinf(found[0].difference)
    assert found[0].ratio == np.inf
    assert "flat" not in {item.column for item in found}


def test_missing_values_count_on_neither_side():
    age = np.where(np.arange(40) % 2, np.nan, np.arange(40.0))
    town = np.where(np.arange(40) % 2, "", np.where(SELECTED, "Ulm", "Bonn"))
    found = distinguishing(SELECTED, pd.DataFrame({"age": age, "town": town}))
    by_column = {item.column: item for item in found}
    assert (by_column["age"].num_inside, by_column["age"].num_outside) == (5, 15)
    assert by_column["town"].value in ("Ulm", "Bonn")
    assert "" not in {item.value for item in found}


def test_sparse_features_are_ranked_as_dense_ones():
    dense = (np.random.default_rng(2).random((40, 30)) < 0.2).astype(np.float32)
    dense[SELECTED, 4] = 1
    one = distinguishing(SELECTED, features=dense, most=30)
    other = distinguishing(SELECTED, features=sp.csr_array(dense), most=30)
    assert one[0].column == other[0].column == "feature 5"
    found, same = ({item.column: item.difference for item in items} for items in (one, other))
    assert found == pytest.approx(same)


def test_the_digit_zero_is_told_by_its_empty_middle():
    digits = datasets.load("digits")
    found = distinguishing(digits.labels == 0, features=digits.features, most=3)
    middle = {f"feature {8 * row + column + 1}" for row in (3, 4) for column in (3, 4)}
    assert found[0].column in middle
    assert found[0].difference < -2


def test_titles_and_ids_are_not_compared():
    columns = pd.DataFrame({"title": [f"paper {k}" for k in range(400)]})
    assert distinguishing(np.arange(400) < 9, columns) == []


@pytest.mark.parametrize("selected", [np.zeros(40, bool), np.ones(40, bool)])
def test_all_or_nothing_is_refused(selected):
    with pytest.raises(InputError):
        distinguishing(selected, pd.DataFrame({"age": np.arange(40.0)}))
