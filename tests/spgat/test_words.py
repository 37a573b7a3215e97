import pytest

from spgat import words


def test_one_thing_is_no_plural():
    assert [words.plural(n, "node") for n in (0, 1, 2)] == ["0 nodes", "1 node", "2 nodes"]
    assert words.plural(2, "class", "classes") == "2 classes"


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        (0.42, "0.4 s"),
        (12.3, "12 s"),
        (59.7, "1 min 0 s"),
        (185, "3 min 5 s"),
        (7800, "2 h 10 min"),
    ],
)
def test_durations(seconds, expected):
    assert words.duration(seconds) == expected


def test_percent_and_numbers_and_what_is_not_known():
    assert (words.percent(0.8084), words.percent(0.05, 0)) == ("80.8%", "5%")
    assert words.number(0.0123456) == "0.01235"
    assert words.percent(None) == words.number(None) == "n/a"


def test_sizes():
    assert [words.size(m) for m in (0.3, 450, 12_400)] == ["1 MB", "450 MB", "12.4 GB"]


@pytest.mark.parametrize(
    ("share", "digits", "expected"),
    [
        (0.998, 0, "> 99%"),
        (0.998, 1, "99.8%"),
        (0.9996, 1, "> 99.9%"),
        (0.0004, 1, "< 0.1%"),
        (0.004, 0, "< 1%"),
        (1 - 1e-15, 0, "100%"),
        (1e-15, 1, "0.0%"),
        (1.0, 0, "100%"),
        (0.0, 1, "0.0%"),
    ],
)
def test_not_quite_all_is_not_all(share, digits, expected):
    assert words.percent(share, digits) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [(0.0061728, "0.00617"), (1.2, "1.20"), (36.137, "36.1"), (150.4, "150"), (0, "0.00")],
)
def test_three_digits_however_small(value, expected):
    assert words.significant(value) == expected
