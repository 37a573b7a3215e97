"""What a link asks for: told where it can't be had, and dropped where it would break a page."""

import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TypeVar

import streamlit as st

from dashboard.plain import plain

_ASKED = "asked"
_TITLES = "titles"
#: Texts and names, which may be empty: "inf" is a word in them, and a job may be 12345e7890.
TEXTS = frozenset({"polynomial", "nodes", "amplitudes", "run_search", "job"})

Option = TypeVar("Option")


def read() -> None:
    """Notes what the link asks for, and drops what would break the page.

    Call it in every run before the page's widgets, and after `st.navigation`: a rerun before
    that forgets which page the address names.
    """
    if _ASKED not in st.session_state:
        st.session_state[_ASKED] = {k: st.query_params.get_all(k) for k in st.query_params}
    unusable = [
        key
        for key, texts in st.session_state[_ASKED].items()
        if key in st.query_params and key not in TEXTS and any(map(_is_unusable, texts))
    ]
    if unusable:
        for key in unusable:
            del st.query_params[key]
        st.rerun()


@contextmanager
def checked() -> Iterator[None]:
    """Tells the visitor which values of a link could not be used as they stand.

    What was asked for is kept until a run has come to its end: Streamlit takes an invalid value
    out of the address at once, and a run may be broken off by a rerun after that.
    """
    yield
    asked, st.session_state[_ASKED] = st.session_state[_ASKED], {}
    for key, texts in asked.items():
        if key in st.session_state and not _says(texts, key):
            tell(
                f"The link asks for {key} = {', '.join(texts)[:60] or 'nothing'}, which is not "
                f"possible here; {_shown(key)} is shown instead."
            )


def tell(sentence: str) -> None:
    """Tells the visitor what of a link could not be had."""
    st.toast(plain(sentence), icon=":material/link_off:", duration="long")


def tell_missing_run() -> None:
    """Tells the visitor that a run of the link is not there."""
    tell("A run of this link is not in this store; it may have been deleted.")


def note_titles(key: str, titles: Mapping[Option, str]) -> None:
    """Notes how a widget shows its options, which is how the address spells them."""
    st.session_state.setdefault(_TITLES, {})[key] = dict(titles)


def _is_unusable(text: str) -> bool:
    """Whether Streamlit would take what breaks a page.

    It makes whole numbers of infinite ones, which raises OverflowError, and takes no text for
    no choice, even where one is required.
    """
    try:
        return not text or math.isinf(float(text))
    except ValueError:
        return False


def _says(texts: list[str], key: str) -> bool:
    """Whether an address spells the value of a widget."""
    value = st.session_state[key]
    if isinstance(value, list | tuple):
        return len(texts) == len(value) and all(
            _spells(text, part, key) for text, part in zip(texts, value, strict=True)
        )
    return value is not None and _spells(texts[-1], value, key)


def _spells(text: str, value: object, key: str) -> bool:
    if text == _titles(key).get(value):
        return True
    if isinstance(value, bool):
        return text.lower() == str(value).lower()
    if isinstance(value, int | float):
        try:
            return float(text) == value
        except ValueError:
            return False
    return text == str(value)


def _shown(key: str) -> str:
    """A widget's value as the visitor reads it."""
    value = st.session_state[key]
    parts = value if isinstance(value, list | tuple) else [] if value is None else [value]
    return ", ".join(str(_titles(key).get(part, part)) for part in parts) or "nothing"


def _titles(key: str) -> Mapping[object, str]:
    titles: Mapping[object, str] = st.session_state.get(_TITLES, {}).get(key, {})
    return titles
