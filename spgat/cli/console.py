"""What the command prints: a JSON object or a table; progress goes to standard error."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, is_dataclass
from typing import Annotated, Any, Literal

import orjson
import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from spgat.progress import Progress as ReportProgress
from spgat.words import number

Json = Annotated[
    bool, typer.Option("--json", help="Print exactly one JSON object on standard output.")
]
#: What Typer checks of a file that is read, before the work.
IS_FILE: dict[str, Any] = {"exists": True, "dir_okay": False}


def emit(data: Mapping[str, Any], as_json: bool, show: Callable[[Console], None]) -> None:
    """Prints `data` as one JSON object, or lets `show` draw it for a reader.

    NaN and infinity have no place in JSON and become null.
    """
    if as_json:
        encoded = orjson.dumps(data, option=orjson.OPT_SERIALIZE_NUMPY | orjson.OPT_INDENT_2)
        sys.stdout.write(encoded.decode() + "\n")
    else:
        show(Console(markup=False))  # names of files and runs may hold brackets


def remark(sentence: str) -> None:
    """Prints a sentence that is no result on standard error."""
    print(f"Note: {sentence}", file=sys.stderr)


def table(
    title: str,
    columns: Sequence[str],
    rows: Sequence[Sequence[object]],
    *,
    numbers_from: int = 1,
) -> Table:
    """Returns a table whose columns from `numbers_from` on are right-aligned."""
    result = Table(title=title, title_justify="left", title_style="bold", box=SIMPLE_HEAD)
    for position, column in enumerate(columns):
        justify: Literal["left", "right"] = "right" if position >= numbers_from else "left"
        # What is in the first column is what a reader types next: it must stay whole.
        result.add_column(column, justify=justify, no_wrap=position == 0)
    for row in rows:
        result.add_row(*("n/a" if cell is None else str(cell) for cell in row))
    return result


def facts_table(title: str, facts: Mapping[str, Any]) -> Table:
    """Returns a table with a line for each fact."""
    rows = [(key.replace("_", " "), _written(value)) for key, value in facts.items()]
    return table(title, ("what", "value"), rows)


def _written(value: object) -> str:
    if isinstance(value, float):
        return number(value)
    if is_dataclass(value) and not isinstance(value, type):
        value = asdict(value)
    if isinstance(value, dict):
        parts = (f"{key.replace('_', ' ')} {_written(v)}" for key, v in value.items())
        return ", ".join(parts)
    if isinstance(value, (list, tuple)):
        # Sentences have their own ends.
        return "; ".join(_written(item) for item in value).replace(".; ", ". ") or "none"
    return "n/a" if value is None else str(value)


@contextmanager
def progress_bar() -> Iterator[ReportProgress]:
    """A bar on standard error with the phase and the time left; silent where nobody looks."""
    console = Console(stderr=True)
    with Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f}%"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    ) as bar:
        task = bar.add_task("", total=1.0)

        def report(fraction: float, text: str) -> None:
            bar.update(task, completed=fraction, description=text)

        yield report
