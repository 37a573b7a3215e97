"""The files of a component become one module of JavaScript, where each name may stand once."""

import re
from collections import Counter
from pathlib import Path

import pytest

from dashboard.film import component as film
from dashboard.pad import component as pad

_TOP_LEVEL = re.compile(
    r"^(?:export )?(?:async )?(?:const|let|function|class) (\w+)", re.MULTILINE
)
FILM = [Path(film.__file__).with_name(f"{name}.js") for name in film._FILES]


@pytest.mark.parametrize("files", [FILM, list(pad._SCRIPTS)], ids=["film", "pad"])
def test_no_name_is_declared_twice(files):
    text = "\n".join(file.read_text("utf-8") for file in files)
    names = Counter(_TOP_LEVEL.findall(text))
    assert len(names) > 20
    assert [name for name, times in names.items() if times > 1] == []
