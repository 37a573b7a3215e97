"""ARCHITECTURE.md names files and words that exist, and its arrows hold."""

import ast
import re
from pathlib import Path

import networkx as nx
import pytest

ROOT = Path(__file__).resolve().parents[1]
TEXT = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
PATHS = sorted(set(re.findall(r"`((?:spgat|dashboard|tests)/[\w/.]+)`", TEXT)))
PLACEHOLDER = "NAME"


@pytest.mark.parametrize("path", [path for path in PATHS if PLACEHOLDER not in path])
def test_a_named_file_exists(path):
    assert (ROOT / path).exists()


def section(title):
    return TEXT.split(f"## {title}\n")[1].split("\n## ")[0]


def walks():
    parts = re.split(r"^\*\*(.+)\*\*$", section("Three walks"), flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


@pytest.mark.parametrize(("position", "most"), [(0, 10), (1, 11), (2, 16)])
def test_a_walk_is_short_and_each_step_reaches_the_next(position, most):
    """Each file of a walk imports one before it, or is imported by one, or is a page.

    A script of the browser is named by the module that sends it there.
    """
    walk = list(walks().values())[position]
    files = re.findall(r"`((?:spgat|dashboard)/[\w/]+\.(?:py|js))`", walk)
    assert 1 < len(set(files)) <= most
    for number, file in enumerate(files[1:], start=1):
        is_page = "/app_pages/" in file
        assert is_page or any(are_linked(file, before) for before in files[:number]), file


def are_linked(one, other):
    """Whether one imports the other, from its file or from a package that has its names."""
    if one.endswith(".js"):
        sender = ROOT / other
        is_beside = sender.parent == (ROOT / one).parent and sender.suffix == ".py"
        return is_beside and Path(one).stem in imported_by(sender)
    modules = [file.removesuffix(".py").replace("/", ".") for file in (one, other)]
    return modules[0] in reached_by(other) or modules[1] in reached_by(one)


def reached_by(file):
    names = imported_by(ROOT / file)
    packages = [ROOT / name.replace(".", "/") / "__init__.py" for name in names]
    return names.union(*(imported_by(package) for package in packages if package.exists()))


def imported_by(file):
    """Modules that a file imports, a name from a package counted as a module of it."""
    names = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            names.add(node.value.split(":")[0])  # classes that are imported when built
    return names


def arrows(folder):
    """Which modules import which when they are imported themselves.

    To import a module is to import the packages around it first, apart from one's own.
    """
    modules = {
        ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): file
        for file in (ROOT / folder).rglob("*.py")
    }
    for module, file in modules.items():
        for node in ast.parse(file.read_text("utf-8")).body:  # none within functions
            if isinstance(node, ast.ImportFrom) and node.module:
                names = {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
                for name in filter(modules.__contains__, names):
                    parts = name.split(".")
                    around = {".".join(parts[:n]) for n in range(1, len(parts) + 1)}
                    yield from (
                        (module, other)
                        for other in around & set(modules)
                        if not f"{module}.".startswith(f"{other}.")
                    )


@pytest.mark.parametrize("folder", ["spgat", "dashboard"])
def test_no_files_import_each_other_in_a_circle(folder):
    assert list(nx.simple_cycles(nx.DiGraph(arrows(folder)))) == []


def test_no_folders_of_the_app_import_each_other_in_a_circle():
    folders = nx.DiGraph(
        (one.split(".")[1], other.split(".")[1])
        for one, other in arrows("dashboard")
        if one.count(".") == other.count(".") == 2
    )
    folders.remove_edges_from(list(nx.selfloop_edges(folders)))
    assert list(nx.simple_cycles(folders)) == []


def test_the_words_of_the_glossary_are_in_the_code():
    words = re.findall(r"^\| [^|]+ \| `(\w+)` \|", section("Glossary"), flags=re.MULTILINE)
    assert len(words) > 8
    code = "\n".join(path.read_text("utf-8") for path in (ROOT / "spgat").rglob("*.py"))
    assert [word for word in words if not re.search(rf"\b{word}s?\b", code)] == []


def test_the_library_knows_nothing_of_the_app():
    for file in (ROOT / "spgat").rglob("*.py"):
        roots = {name.split(".")[0] for name in imported_by(file)}
        assert not roots & {"dashboard", "streamlit", "plotly"} or file.name in ALLOWED, file


#: Starts the app as a program of its own.
ALLOWED = {"serve.py"}
