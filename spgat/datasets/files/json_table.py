"""JSON as a table: rows as objects or lists, one object a line, or values by name."""

import json
import re
from typing import Any

import pandas as pd

from spgat.datasets.files.columnar import as_table
from spgat.datasets.meaning.table import Table
from spgat.errors import InputError, reason


def load_json(text: str) -> Any:
    """Returns the document in a text, or the list of the objects on its lines.

    Raises:
        InputError: For text that is not JSON.
    """
    text = text.removeprefix("\ufeff").strip()
    if re.fullmatch(r"\{[^\n]*\}(\r?\n\{[^\n]*\})+", text):  # one object a line
        text = f"[{','.join(text.splitlines())}]"
    try:
        return json.loads(text)
    except RecursionError as error:
        raise InputError("The JSON nests too deep, as no graph does; save it again.") from error
    except ValueError as error:
        raise InputError(f"The JSON is broken ({reason(error)}); save it again.") from error


def json_table(text: str) -> Table | None:
    """Returns the cells of JSON, lists in them as text; None where it is no table.

    Raises:
        InputError: For text that is not JSON.
    """
    if (
        not text.removeprefix("\ufeff")
        .lstrip()
        .startswith(("[{", "[[", "{", "[ ", "[\n", "[\r"))
    ):
        return None
    found = load_json(text)
    if (
        isinstance(found, dict)
        and found
        and not any(isinstance(v, dict) for v in found.values())
    ):
        found = [{"id": key, "value": value} for key, value in found.items()]
    if not isinstance(found, list) or not found:
        return None
    if all(isinstance(row, list) for row in found):
        found = [{"vector": row} for row in found]
    if not all(isinstance(row, dict) for row in found):
        return None
    rows = [{str(key): _cell(value) for key, value in row.items()} for row in found]
    return as_table(pd.DataFrame(rows, dtype=object).fillna("").astype(str))


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
