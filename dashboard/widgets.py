"""The controls of all pages: the address holds their values, and a teacher's link locks them.

A control's key is also its name in the address. Where the options of a control have codes
(`karate`) and titles ("Karate club"), the address takes either.

Every function takes these beside what the Streamlit command of that name takes, such as a
`help`, a `width` or `disabled`, where a control is out of use for another reason than a lock:

    key: The control's name, in the session and in the address.
    lock: The entry of `state.HIDEABLE` that locks it; the one named like the key by default.
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
    **rest: Any,
) -> Number:
    """Shows a slider and returns its value."""
    value: Number = st.slider(label, low, high, default, step, **_bound(key, rest))
    return value


def range_slider(
    label: str,
    low: Number,
    high: Number,
    default: tuple[Number, Number],
    *,
    key: str,
    **rest: Any,
) -> tuple[Number, Number]:
    """Shows a slider with two handles and returns both values, the smaller one first."""
    first, second = st.slider(label, low, high, default, **_bound(key, rest))
    return min(first, second), max(first, second)  # a link may have them the other way round


def select_slider(
    label: str, values: Sequence[Value], default: Value, *, key: str, **rest: Any
) -> Value:
    """Shows a slider over a few values and returns one of them."""
    value: Value = st.select_slider(label, values, default, **_bound(key, rest))
    return value


def number(
    label: str,
    low: Number,
    high: Number | None,
    default: Number,
    step: Number | None = None,
    *,
    key: str,
    **rest: Any,
) -> Number:
    """Shows a field for a number and returns it, `high` for a larger one of another graph."""
    before = st.session_state.get(key)  # None for an empty field, too
    if before is not None and high is not None and before > high:
        st.session_state[key] = high
    value: Number = st.number_input(label, low, high, default, step, **_bound(key, rest))
    return value


def text(label: str, default: str, *, key: str, **rest: Any) -> str:
    """Shows a field for text and returns it; `links.TEXTS` needs its key."""
    value: str = st.text_input(label, default, **_bound(key, rest))
    return value


def toggle(label: str, default: bool = False, *, key: str, **rest: Any) -> bool:
    """Shows a switch and returns whether it is on."""
    is_on: bool = st.toggle(label, default, **_bound(key, rest))
    return is_on


def select(
    label: str,
    titles: Mapping[Code, str],
    *,
    key: str,
    default: Code | None = None,
    **rest: Any,
) -> Code:
    """Shows a list to choose from and returns a code of `titles`, at first the first one."""
    codes = _codes(key, titles)
    index = 0 if default is None else codes.index(default)
    code: Code = st.selectbox(label, codes, index, titles.__getitem__, **_bound(key, rest))
    return code


def segmented(
    label: str,
    titles: Mapping[Code, str],
    *,
    key: str,
    default: Code | None = None,
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
        **_bound(key, rest),
    )
    return code


def radio(label: str, titles: Mapping[Code, str], *, key: str, **rest: Any) -> Code:
    """Shows a list of which one is marked and returns its code of `titles`."""
    codes = _codes(key, titles)
    code: Code = st.radio(label, codes, 0, titles.__getitem__, **_bound(key, rest))
    return code


def _codes(key: str, titles: Mapping[Code, str]) -> list[Code]:
    """The codes of a control that is shown next; the address may name one."""
    state.accept_code(key, titles)
    return list(titles)


def _bound(key: str, rest: dict[str, Any]) -> dict[str, Any]:
    """What a control is called with; `rest` is what its caller gave."""
    is_locked = state.is_locked(rest.pop("lock", key))
    rest["disabled"] = rest.get("disabled", False) or is_locked
    return {"key": key, "bind": "query-params", **rest}
