"""The controls of all pages: the address holds their values, and a teacher's link locks them.

A control's key is also its name in the address. Where the options of a control have codes
(`karate`) and titles ("Karate club"), the address takes either.

Every function takes these beside what the Streamlit command of that name takes:

    key: The control's name, in the session and in the address.
    lock: The entry of `state.HIDEABLE` that locks it; the one named like the key by default.
    disabled: Whether it is out of use for another reason.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import streamlit as st

from dashboard import state

Number = TypeVar("Number", int, float)
Code = TypeVar("Code", bound=str | int)
Value = TypeVar("Value")


def slider(
    label: str,
    low: Number,
    high: Number,
    default: Number,
    step: Number | None = None,
    *,
    key: str,
    lock: str = "",
    disabled: bool = False,
    **rest: Any,
) -> Number:
    """Shows a slider and returns its value."""
    bound = _bound(key, lock, disabled)
    value: Number = st.slider(label, low, high, default, step, **bound, **rest)
    return value


def range_slider(
    label: str,
    low: Number,
    high: Number,
    default: tuple[Number, Number],
    *,
    key: str,
    lock: str = "",
    disabled: bool = False,
    **rest: Any,
) -> tuple[Number, Number]:
    """Shows a slider with two handles and returns both values, the smaller one first."""
    bound = _bound(key, lock, disabled)
    first, second = st.slider(label, low, high, default, **bound, **rest)
    return min(first, second), max(first, second)  # a link may have them the other way round


def select_slider(
    label: str,
    values: Sequence[Value],
    default: Value,
    *,
    key: str,
    lock: str = "",
    disabled: bool = False,
    **rest: Any,
) -> Value:
    """Shows a slider over a few values and returns one of them."""
    bound = _bound(key, lock, disabled)
    value: Value = st.select_slider(label, values, default, **bound, **rest)
    return value


def number(
    label: str,
    low: Number,
    high: Number,
    default: Number,
    step: Number | None = None,
    *,
    key: str,
    lock: str = "",
    disabled: bool = False,
    **rest: Any,
) -> Number:
    """Shows a field for a number and returns it."""
    bound = _bound(key, lock, disabled)
    value: Number = st.number_input(label, low, high, default, step, **bound, **rest)
    return value


def text(
    label: str, default: str, *, key: str, lock: str = "", disabled: bool = False, **rest: Any
) -> str:
    """Shows a field for text and returns it; `links.TEXTS` needs its key."""
    value: str = st.text_input(label, default, **_bound(key, lock, disabled), **rest)
    return value


def toggle(
    label: str,
    default: bool = False,
    *,
    key: str,
    lock: str = "",
    disabled: bool = False,
    **rest: Any,
) -> bool:
    """Shows a switch and returns whether it is on."""
    is_on: bool = st.toggle(label, default, **_bound(key, lock, disabled), **rest)
    return is_on


def select(
    label: str,
    titles: Mapping[Code, str],
    *,
    key: str,
    default: Code | None = None,
    lock: str = "",
    disabled: bool = False,
    **rest: Any,
) -> Code:
    """Shows a list to choose from and returns a code of `titles`, at first the first one."""
    codes = _codes(key, titles)
    index = 0 if default is None else codes.index(default)
    bound = _bound(key, lock, disabled)
    code: Code = st.selectbox(label, codes, index, titles.__getitem__, **bound, **rest)
    return code


def segmented(
    label: str,
    titles: Mapping[Code, str],
    *,
    key: str,
    default: Code | None = None,
    lock: str = "",
    disabled: bool = False,
    **rest: Any,
) -> Code:
    """Shows buttons, one of them pressed, and returns its code of `titles`."""
    codes = _codes(key, titles)
    code: Code = st.segmented_control(
        label,
        codes,
        default=codes[0] if default is None else default,
        required=True,
        format_func=titles.__getitem__,
        **_bound(key, lock, disabled),
        **rest,
    )
    return code


def radio(
    label: str,
    titles: Mapping[Code, str],
    *,
    key: str,
    lock: str = "",
    disabled: bool = False,
    **rest: Any,
) -> Code:
    """Shows a list of which one is marked and returns its code of `titles`."""
    codes = _codes(key, titles)
    bound = _bound(key, lock, disabled)
    code: Code = st.radio(label, codes, 0, titles.__getitem__, **bound, **rest)
    return code


def _codes(key: str, titles: Mapping[Code, str]) -> list[Code]:
    """The codes of a control that is shown next; the address may name one."""
    state.accept_code(key, titles)
    return list(titles)


def _bound(key: str, lock: str, disabled: bool) -> dict[str, Any]:
    return {
        "key": key,
        "bind": "query-params",
        "disabled": disabled or state.is_locked(lock or key),
    }
