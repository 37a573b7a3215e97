"""What is no graph is named by its content, and what to do with it."""

import re
from collections.abc import Sequence

from spgat.datasets.files.array_files import MAT_73, NO_PICKLES
from spgat.errors import InputError

_HEAD = 4096
_COMPRESSED = "is compressed; unpack it and upload what is inside"
#: How files of other kinds begin, and what to do with one.
_OTHERS = {
    b"\x1f\x9d": _COMPRESSED,
    b"7z\xbc\xaf": _COMPRESSED,
    b"Rar!": _COMPRESSED,
    b"\x28\xb5\x2f\xfd": _COMPRESSED,
    b"%PDF": "is a PDF document; upload the data that it was made from",
    b"\x89PNG": "is a picture; upload the data as text or numbers",
    b"\xff\xd8\xff": "is a picture; upload the data as text or numbers",
    b"GIF8": "is a picture; upload the data as text or numbers",
    b"\x89HDF": "is in HDF5; save its table as CSV",
    b"SQLite format 3": "is an SQLite database; export its table of edges as CSV",
    b"ARROW1": "is an Arrow table; save it as CSV",
    b"RDX": "is an R workspace; save the edges with write.csv",
    b"$FL2": "is an SPSS file; save it as CSV",
    b"\xe2\x9b\xbe gt": "is graph-tool's own format; save it as .graphml",
    b"\x7fELF": "is a program",
    b"MZ\x90\0": "is a program",
}
_MESH = "is a mesh; save the edges of its faces as CSV"
_TRIPLES = "holds RDF triples; save subjects and objects as two columns of a CSV file"
_TREE = "is a tree in Newick's format; save its edges as CSV"
_PROGRAM = "is a program; upload the data that it reads or writes"
#: The same by a line near the beginning of a text.
_TEXTS = {
    r"^\(tlp ": "is a Tulip graph; export it as GML",
    r"\Agraph [\d.]+ [\d.]+ [\d.]+$": "is Graphviz's drawing of a graph; save it by dot -Tdot",
    r"\A@(nodes|arcs|edges)\b[^,]*$": "is a LEMON graph; save its arcs as CSV",
    r"\A(\\documentclass|\\begin\{)": "is a LaTeX document; save its table as CSV",
    r"\A(//.*\n)*(CREATE|MERGE|MATCH) *\(": "is a program in Cypher; run it and export CSV",
    r"\A[+-]?[\d.]+( +\d+:[-+.\deE]+)+ *$": "is in LibSVM's sparse form; save a dense table",
    r"^(graph|flowchart) (TB|TD|BT|RL|LR)\b": "is a Mermaid diagram; save it as DOT",
    r"\A(sequence|class|er|state)Diagram\b": "is a Mermaid diagram; save its edges as CSV",
    r"\A@startuml\b": "is a PlantUML diagram; save its edges as CSV",
    r"\A(@prefix|@base|PREFIX) |\A<[^<>\s]+>\s+<[^<>\s]+>\s+\S.*\.\s*$": _TRIPLES,
    r"^\[Term\]$": "is an OBO ontology; save its edges as CSV",
    r"\A(>>digraph6<<|&[?-~]+\s*\Z)": "is in digraph6; save it as a list of edges",
    r"\A\(.*\)[^,()\n]*;\s*\Z|\A\(\([^\n]{4000}": _TREE,
    r"\A(ply|OFF)\s*$": _MESH,
    r"\A([#v][^\n]*\n)*v( +\S+){3,4}\n(.*\n)*?f \d": _MESH,
    r"^.{6}.{0,33} V[23]000$": "is a molecule; save its bonds as CSV",
    r"\A>.*\n[A-Z*-]+\n": "holds sequences (FASTA); upload a graph of them",
    r"\A@\w+ *\{[^\n]*,$": "is a bibliography (BibTeX); upload a table of who cites whom",
    r"\A(var|let|const) +\w+ *=": _PROGRAM,
    r"\A((#.*)?\n)*(import [\w.]+( as \w+)?|from [\w.]+ import .*|library\(.*\))$": _PROGRAM,
    r"\Aversion https://git-lfs\.github\.com/": "is a pointer of Git LFS; upload the file that "
    "it stands for (git lfs pull)",
    r'^"?SUID"?,.*\bshared interaction\b': "is Cytoscape's table of edges, which has no column "
    "of their ends; export the network as GraphML or SIF",
}
#: What a zip is, by an entry that it has.
_ZIPS = {
    "Project_xml": "is a Gephi project; export it as GEXF (File, Export, Graph file)",
    "cysession.xml": "is a Cytoscape session; export the network as GraphML",
    "data.pkl": "",
    "word/document.xml": "is a Word document; save its table as CSV",
    "ppt/presentation.xml": "is a PowerPoint file; save its table as CSV",
    "META-INF/MANIFEST.MF": "is a Java program",
}


def refuse_others(data: bytes, suffix: str) -> None:
    """Raises `InputError` for an empty file, pickles, and files that hold no table or graph."""
    if not data.strip():
        raise InputError("The file is empty; upload one with data.")
    is_pickle = data[0] == 0x80 and data[1:2] in (b"\x02", b"\x03", b"\x04", b"\x05")
    if is_pickle or suffix in (".pt", ".pth", ".pkl", ".pickle"):
        raise InputError(NO_PICKLES)
    if suffix in (".rds", ".rda", ".rdata"):
        raise InputError("The file is R's own; save the edges with write.csv.")
    if suffix == ".mat" and data.startswith(b"\x89HDF"):
        raise InputError(MAT_73)
    kind = next((said for start, said in _OTHERS.items() if data.startswith(start)), None)
    if kind is not None:
        raise InputError(f"The file {kind}.")


def refuse_texts(text: str) -> None:
    """Raises `InputError` for text that is neither a table nor a format that is read."""
    head = text[:_HEAD].lstrip("\ufeff \t\r\n")
    kind = next((said for start, said in _TEXTS.items() if re.search(start, head, re.M)), None)
    if kind is not None:
        raise InputError(f"The file {kind}.")


def refuse_zips(names: Sequence[str]) -> None:
    """Raises `InputError` for a zip that is another program's file, by its entries."""
    for mark, said in _ZIPS.items():
        if any(name.endswith(mark) for name in names):
            raise InputError(f"The file {said}." if said else NO_PICKLES)
