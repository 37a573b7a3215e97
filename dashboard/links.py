"""The values in a link: old names are rewritten, values that do not fit are reported."""

import math
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import TypeVar

import streamlit as st

from dashboard.plain import plain
from spgat import retired
from spgat.errors import InputError

#: The parameter that names what a teacher's link locks and hides.
HIDE = "hide"
#: What the names of uploaded graphs begin with.
OWN = "own-"
#: What a parameter is called that a control may have; Streamlit keeps other keys to itself.
_KEY = re.compile(r"[a-z][\w-]*", re.ASCII)
_ASKED = "asked"
_TITLES = "titles"
#: Parameters that are text. They may be empty, "inf" is a word in them, and a job may be called
#: 12345e7890.
TEXTS = frozenset({"polynomial", "nodes", "amplitudes", "run_search", "job", "drawing"})
#: What a control may hold. Components and tables have keys too, and hold what a browser says.
_VALUES = (str, int, float, list, tuple, type(None))

Option = TypeVar("Option")


def renew(page: str) -> None:
    """Rewrites an old link to this page by the names that its controls have now.

    Call it before any control is made, and before `read`.
    """
    asked = {key: st.query_params.get_all(key) for key in st.query_params}
    current = renewed(page, asked)
    for key in asked.keys() - current.keys():
        del st.query_params[key]
    changed = {key: texts for key, texts in current.items() if texts != asked.get(key)}
    for key in changed.keys() & st.session_state.keys():
        # Only the control itself may write its parameter once it exists.
        with suppress(ValueError, TypeError):  # a control without a value has no type
            st.session_state[key] = type(st.session_state[key])(changed[key][-1])
        del changed[key]
    if changed:
        st.query_params.update(changed)
    if asked != current:
        st.session_state.pop(_ASKED, None)  # the link says something else now
        st.rerun()


def renewed(page: str, asked: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """Returns the parameters of an address without retired names.

    Where the address has a control under both names, the new one counts.
    """
    aliases = retired.ADDRESS.get(page, {})
    current: dict[str, list[str]] = {}
    for key, texts in asked.items():
        if key == HIDE:
            parts = ",".join(texts).split(",")
            current[key] = [",".join(retired.HIDDEN.get(part, part) for part in parts)]
            continue
        name, convert = aliases.get(key, (key, str))
        converted = [convert(text) for text in texts]
        is_wanted = name == key or (name not in asked and all(converted))
        if is_wanted:
            current[name] = converted
    return current


def read() -> None:
    """Notes what the link asks for, and drops what would break the page.

    Call it in every run before the page's widgets, and after `st.navigation`: a rerun before
    that forgets which page the address names.
    """
    if _ASKED not in st.session_state:
        st.session_state[_ASKED] = {
            key: st.query_params.get_all(key) for key in st.query_params if _KEY.fullmatch(key)
        }
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
    """Reports the values of a link that could not be used.

    What the link asked for is kept until a run is complete: Streamlit takes an invalid value
    out of the address at once, and a rerun may interrupt the run after that.
    """
    yield
    asked, st.session_state[_ASKED] = st.session_state[_ASKED], {}
    for key, texts in asked.items():
        if not isinstance(st.session_state.get(key, ...), _VALUES) or _says(texts, key):
            continue
        if texts[-1].startswith(OWN):
            tell("The link's graph is another visitor's upload; ask them for the file.")
        else:
            asked_for = ", ".join(texts)[:60] or "nothing"
            tell(
                f"The link's value {key} = {asked_for} is not valid here; using {_shown(key)}."
            )


def tell(sentence: str | InputError) -> None:
    """Tells the visitor what is wrong with a link."""
    st.toast(plain(sentence), icon=":material/link_off:", duration="long")


def tell_missing_run() -> None:
    """Tells the visitor that a run of the link does not exist."""
    tell("This link names a run that is not stored here; it may have been deleted.")


def spelled(value: object) -> str:
    """Returns a control's value as an address has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def note_titles(key: str, titles: Mapping[Option, str]) -> None:
    """Notes how a widget shows its options, which is how the address spells them."""
    st.session_state.setdefault(_TITLES, {})[key] = dict(titles)


def _is_unusable(text: str) -> bool:
    """Whether Streamlit would accept a value that breaks a page.

    It converts infinite numbers to whole ones, which raises OverflowError, and takes an empty
    text for no choice, even where one is required.
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
