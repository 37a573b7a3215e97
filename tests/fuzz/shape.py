"""The one shape of fuzzing: made-up input gives a result or one sentence, within limits.

The suite tries the same examples each time. SPGAT_FUZZ_SECONDS=600 tries new ones for ten
minutes in each target; what fails is kept in .hypothesis, and tried first from then on.
"""

import os
import resource
import time
from collections.abc import Callable
from typing import TypeVar

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from spgat.errors import InputError

SECONDS = float(os.environ.get("SPGAT_FUZZ_SECONDS", "0"))
#: What one input may take in this process, whatever it says of itself.
MOST_SECONDS, MOST_MEGABYTES = 90, 700
#: Letters of the longest refusal.
MOST_LETTERS = 1200

#: What has broken readers before, between any two bytes.
PIECES = [
    b"", b"\0", b"\n", b"\r", b'"', b"'", b",", b";", b"#", b"[" * 50, b"{", b"}", b"<", b"&",
    b":", b"nan", b"NULL", b"1e999", b"-1", b"*Vertices 99999999\n", b"\xff\xfe", b"\xff",
    "é€𝕏\u202e".encode(), b"9" * 400, b"{}", b"PK\x03\x04", b"\\ud800", b"\x80", b"true", b"%",
]  # fmt: skip
#: Numbers and texts that are seldom meant.
ODD = [
    0, -1, 1, 2**31, 2**63, 10**30, 0.5, -0.0, 1e308, 1e-308, 5e-324, float("nan"),
    float("inf"), True, None, "", "nan", "-", "\u202e", "x" * 300, "é" * 5000, "\ud800", [],
    {}, [[]], [None],
]  # fmt: skip

Result = TypeVar("Result")


def fuzz(
    check: Callable[..., None],
    *made_up: st.SearchStrategy,
    examples: int,
    is_shrunk: bool = True,
) -> None:
    """Calls a check with what the strategies make up, so many times, or for SECONDS."""
    phases = [Phase.reuse, Phase.generate, *([Phase.shrink] if is_shrunk else [])]
    run = settings(
        max_examples=examples,
        deadline=None,
        derandomize=not SECONDS,
        database=None if not SECONDS else settings().database,
        suppress_health_check=list(HealthCheck),
        phases=phases,
    )(given(*made_up)(check))
    end, rounds = time.monotonic() + SECONDS, 0
    while not rounds or time.monotonic() < end:
        run()
        rounds += 1
    if SECONDS:
        print(f"{rounds} times {examples} examples in {SECONDS / 60:.1f} minutes")


def outcome(work: Callable[..., Result], *arguments: object) -> Result | None:
    """Returns what the work gives, or None where it refuses its input in one sentence."""
    since, held = time.monotonic(), _megabytes()
    try:
        found = work(*arguments)
    except InputError as error:
        said, found = str(error), None
        assert 5 < len(said) <= MOST_LETTERS, said
        assert "\n" not in said
        assert said[-1] in ".?…", said
    assert time.monotonic() - since < MOST_SECONDS
    assert _megabytes() - held < MOST_MEGABYTES
    return found


def _megabytes() -> float:
    """The most memory that this process has held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


@st.composite
def edited(draw: st.DrawFn, content: bytes, most: int = 6) -> bytes:
    """Bytes with a few places replaced, added to, repeated or cut off."""
    data = bytearray(content)
    for _ in range(draw(st.integers(1, most))):
        at = draw(st.integers(0, len(data)))
        action = draw(st.sampled_from(["set", "put", "over", "repeat", "swap", "cut"]))
        if action == "set" and data:
            data[at % len(data)] = draw(st.integers(0, 255))
        elif action == "put":
            data[at:at] = draw(st.sampled_from(PIECES))
        elif action == "over":
            data[at : at + draw(st.integers(1, 8))] = draw(st.sampled_from(PIECES))
        elif action == "repeat":
            data[at:at] = data[at : at + draw(st.integers(1, 40))] * draw(st.integers(1, 30))
        elif action == "swap":
            to = draw(st.integers(0, len(data)))
            size = draw(st.integers(1, 16))
            data[at : at + size], data[to : to + size] = (
                data[to : to + size], data[at : at + size]
            )  # fmt: skip
        elif draw(st.booleans()):
            del data[at:]
        else:
            del data[at : at + draw(st.integers(1, 40))]
    return bytes(data)
