"""What other programs write, each kind with the graph that is in it.

Every cell of a file is accounted for: what nothing used is named in the report.
"""

import io
import zipfile
from itertools import pairwise

import pytest

from spgat.datasets.imports import ReadOptions, read_graph
from spgat.errors import InputError


def read(name, text, **options):
    data = text if isinstance(text, bytes) else text.encode()
    return read_graph(data, name, ReadOptions(**options))


def edges(imported):
    """The weight of each edge, by the names of its ends."""
    graph = imported.graph
    names = graph.node_names or tuple(map(str, range(graph.num_nodes)))
    return {
        frozenset((names[u], names[v])): graph.adjacency[u, v]
        for u, v in graph.edges().tolist()
    }


def path(*names):
    return {frozenset(pair): 1.0 for pair in pairwise(names)}


def sheet(rows):
    """A workbook as Excel writes it, of one sheet."""
    cells = "".join(
        "<row>"
        + "".join(
            f"<c><v>{value}</v></c>"
            if isinstance(value, float)
            else f'<c t="inlineStr"><is><t>{value}</t></is></c>'
            for value in row
        )
        + "</row>"
        for row in rows
    )
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    return packed(
        {
            "[Content_Types].xml": f'<Types xmlns="{package}/content-types"><Default '
            'Extension="rels" ContentType="application/vnd.openxmlformats-package.'
            'relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>'
            f'<Override PartName="/xl/workbook.xml" ContentType="{kind}.sheet.main+xml"/>'
            f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{kind}.worksheet+xml"'
            "/></Types>",
            "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship '
            f'Id="r1" Type="{office}/officeDocument" Target="xl/workbook.xml"/>'
            "</Relationships>",
            "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{office}"><sheets><sheet '
            'name="Links" sheetId="1" r:id="r1"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}/relationships">'
            f'<Relationship Id="r1" Type="{office}/worksheet" Target="worksheets/sheet1.xml"/>'
            "</Relationships>",
            "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{main}"><sheetData>{cells}'
            "</sheetData></worksheet>",
        }
    )


def packed(entries):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return buffer.getvalue()


ABC = path("a", "b", "c")
WEIGHED = {frozenset("ab"): 0.5, frozenset("bc"): 1.25}
TABLES = {
    "a # that begins names": ("x.csv", "source,target\n#a,#b\n#b,c\n", path("#a", "#b", "c")),
    "only names with a #": ("x.csv", "#a,#b\n#b,#c\n", path("#a", "#b", "#c")),
    "a % that begins names": ("x.csv", "source,target\n%a,b\nb,c\n", path("%a", "b", "c")),
    "a header after a #": ("x.tsv", "#source\ttarget\na\tb\nb\tc\n", ABC),
    "five columns of five": (
        "x.csv",
        "source,target,weight,year,type\n1,2,.5,2001,0\n2,3,1.5,2002,0\n3,4,2.5,2003,1\n"
        "4,5,3.5,2004,1\n5,1,4.5,2005,0\n",
        {frozenset(p): w for p, w in zip(("12", "23", "34", "45", "51"),
                                         (0.5, 1.5, 2.5, 3.5, 4.5), strict=True)},
    ),
    "neighbours": ("x.adjlist", "0 1 2\n1 2\n2\n", path("0", "1", "2", "0")),
    "neighbours by semicolon": ("x.csv", "A;B;C\nB;C\nC;D\n", path("A", "B", "C", "A")
                                | path("C", "D")),
    "decimal commas": ("x.csv", "Source;Target;Weight\na;b;0,5\nb;c;1,25\n", WEIGHED),
    "decimal commas and spaces": ("x.txt", "a b 0,5\nb c 1,25\n", WEIGHED),
    "thousands": ("x.csv", "a;b;1.234,5\nb;c;2,5\n",
                  {frozenset("ab"): 1234.5, frozenset("bc"): 2.5}),
    "Excel's sep line": ("x.csv", "sep=;\nSource;Target\na;b\nb;c\n", ABC),
    "Excel's sep line of a tab": ("x.csv", "sep=\t\na\tb\nb\tc\n", ABC),
    "UTF-16 without a mark": ("x.csv", "source;target\na;b\nb;c\n".encode("utf-16-le"), ABC),
    "quoted commas": ("x.csv", '"x, y","b"\n"b","say ""c"""\n', path("x, y", "b", 'say "c"')),
    "names in quotes by spaces": ("x.txt", '"x y" b\nb "c"\n', path("x y", "b", "c")),
    "a trailing delimiter": ("x.csv", "a,b,\nb,c,\n", ABC),
    "an arrow": ("x.txt", "a -> b\nb -> c\n", ABC),
    "ids that went through decimals": ("x.csv", "source,target\n1.0,2\n2.0,3\n",
                                       path("1", "2", "3")),
    "ids beyond 2^53": (
        "x.csv",
        "source,target\n9007199254740992,9007199254740993\n"
        "9007199254740993,45670945678901234567\n",
        path("9007199254740992", "9007199254740993", "45670945678901234567"),
    ),
    "empty ids": ("x.csv", "source,target\na,b\nb,c\n,c\nd,\n", ABC),
    "Gephi's edges": (
        "x.csv",
        "Source,Target,Type,Id,Label,timeset,Weight\na,b,Undirected,0,,,.5\n"
        "b,c,Undirected,1,,,1.25\n",
        WEIGHED,
    ),
    "networkx' dictionaries": ("x.edgelist", "a b {'weight': 0.5}\nb c {'weight': 1.25}\n",
                               WEIGHED),
    "SNAP": ("x.txt", "# Directed graph: x.txt\n# Nodes: 3 Edges: 2\n"
             "# FromNodeId\tToNodeId\n0\t1\n1\t2\n", path("0", "1", "2")),
    "times after a comment": ("x.txt", "# SNAP-like: from to unixtime\na b 1082040961\n"
                              "b c 1082155839\n", ABC),
    "times by their size": ("x.txt", "a b 1082040961\nb c 1082155839\n", ABC),
    "years": ("x.txt", "a b 1999\nb c 2001\n", ABC),
    "edges that are numbered": ("x.txt", "1 10 20\n2 20 30\n3 30 40\n",
                                path("10", "20", "30", "40")),
    "KONECT": ("out.x", "% sym positive\n% 2 3 3\n1 2 3\n2 3 4\n",
               {frozenset("12"): 3.0, frozenset("23"): 4.0}),
    "KONECT, two sides": ("out.x", "%bip unweighted\n1 1\n2 1\n2 2\n",
                          path("source 1", "target 1", "source 2", "target 2")),
    "neighbours after a colon": ("x.txt", "a: b c\nb: c\nc:\n", path("a", "b", "c", "a")),
    "neighbours after a colon alone": ("x.txt", "1:2,3\n2:3\n", path("1", "2", "3", "1")),
    "ids with a colon": ("x.txt", "GO:1 GO:2\nGO:2 GO:3\n", path("GO:1", "GO:2", "GO:3")),
    "thousands after commas": ("x.csv", 'a,b,"1,234.5"\nb,c,2.5\n',
                               {frozenset("ab"): 1234.5, frozenset("bc"): 2.5}),
    "Windows' quotation marks": ("x.csv", "source;target\n“ä”;b\nb;€\n".encode("cp1252"),
                                 path("“ä”", "b", "€")),
    "MatrixMarket, no banner": ("x.mtx", "% by hand\n4 4 2\n1 2\n2 3\n", path("1", "2", "3")),
    "MatrixMarket, no banner but weights": ("x.mtx", "3 3 2\n1 2 .5\n2 3 2\n",
                                            {frozenset("12"): 0.5, frozenset("23"): 2.0}),
    "LGL": ("x.lgl", "# a\nb 0.5\n# b\nc 1.25\n# d\n", WEIGHED),
    "row names of R": ("x.txt", '"from" "to" "weight"\n"1" "a" "b" .5\n"2" "b" "c" 1.25\n',
                       WEIGHED),
    "JSON, one edge a line": ("x.jsonl", '{"source": "a", "target": "b"}\n'
                              '{"source": "b", "target": "c"}\n', ABC),
    "SIF": ("x.sif", "a pp b c\nb pd c\nd\n", path("a", "b", "c", "a")),
    "DOT": ("x.dot", 'graph "g" { a -- b [weight=0.5]; subgraph s { b -- c [weight=1.25] } }',
            WEIGHED),
    "MatrixMarket, pattern": ("x.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n"
                              "% by hand\n4 4 2\n2 1\n3 2\n", path("1", "2", "3")),
    "MatrixMarket, one percent sign": (
        "x.mtx", "%MatrixMarket matrix coordinate real general\n3 3 4\n1 2 .5\n2 1 .5\n2 3 2\n"
        "3 2 2\n", {frozenset("12"): 0.5, frozenset("23"): 2.0}),
    "MatrixMarket, skew": ("x.mtx", "%%MatrixMarket matrix coordinate real skew-symmetric\n"
                           "3 3 2\n2 1 .5\n3 2 -2\n",
                           {frozenset("12"): 0.5, frozenset("23"): 2.0}),
    "MatrixMarket, array": ("x.mtx", "%%MatrixMarket matrix array integer symmetric\n3 3\n0\n"
                            "1\n0\n0\n2\n0\n", {frozenset("12"): 1.0, frozenset("23"): 2.0}),
    "Pajek": ("x.net", '*Vertices 3\n1 "a"\n2 "b"\n3 c\n*Arcs :1 "r"\n1 2 .5\n*Edges\n'
              "2 3 1.25\n",
              WEIGHED),
    "Pajek, bare": ("x.net", "*Vertices 4\n*Edges\n1 2\n2 3\n", path("1", "2", "3")),
    "Pajek, lists": ("x.net", "*Vertices 4\n*Arcslist\n1 2\n*Edgeslist\n2 3\n",
                     path("1", "2", "3")),
    "Pajek, matrix": ("x.net", "*Vertices 2\n*Matrix\n0 2\n2 0\n", {frozenset("12"): 2.0}),
    "TGF": ("x.tgf", "1 a\n2 b\n3 c\n#\n1 2\n2 3 x\n", ABC),
    "JSON, pairs": ("x.json", '[["a", "b", 0.5], ["b", "c", 1.25]]', WEIGHED),
    "JSON, edges": ("x.json", '[{"source": "a", "target": "b"}, '
                    '{"source": "b", "target": "c"}]', ABC),
    "JSON, neighbours": ("x.json", '{"a": ["b"], "b": ["c"], "c": []}', ABC),
    "JSON, JGF": ("x.json", '{"graph": {"nodes": {"a": {}, "b": {}, "c": {}}, "edges": '
                  '[{"source": "a", "target": "b", "metadata": {"weight": 0.5}}, '
                  '{"source": "b", "target": "c", "metadata": {"weight": 1.25}}]}}', WEIGHED),
    "JSON, Cytoscape's list": ("x.json", '[{"data": {"id": "a"}}, {"data": {"id": "b"}}, '
                               '{"data": {"id": "e", "source": "a", "target": "b"}}]',
                               path("a", "b")),
    "Excel": ("x.xlsx", sheet([["source", "target", "weight"], ["a", "b", 0.5],
                               ["b", "c", 1.25]]), WEIGHED),
    "Excel's whole numbers": ("x.xlsx", sheet([["source", "target"], [1.0, 2.0], [2.0, 3.0]]),
                              path("1", "2", "3")),
    "a zip of one table": ("x.zip", packed({"edges.csv": "a,b\nb,c\n"}), ABC),
}  # fmt: skip


@pytest.mark.parametrize("kind", TABLES)
def test_each_kind_of_file_gives_the_graph_in_it(kind):
    name, content, expected = TABLES[kind]
    assert edges(read(name, content)) == pytest.approx(expected)


XML = '<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:y="http://yed">'


def test_nodes_without_edges_stay():
    for name, content, isolated in (
        ("x.mtx", TABLES["MatrixMarket, pattern"][1], 1),
        ("x.net", "*Vertices 5\n*Edges\n1 2\n2 3\n", 2),
        ("x.adjlist", "0 1\n1\n2\n", 1),
        ("x.sif", "a pp b\nc\n", 1),
        ("out.x", "% sym unweighted\n% 1 4 4\n1 2\n", 2),
    ):
        assert read(name, content).report.num_isolated == isolated


def test_rows_and_columns_of_a_rectangle_are_two_kinds_of_nodes():
    market = "%%MatrixMarket matrix coordinate real general\n3 2 3\n1 1 1\n2 1 1\n3 2 4\n"
    graph = read("x.mtx", market).graph
    assert (graph.num_nodes, graph.num_edges) == (5, 3)


def test_equal_ids_on_two_sides_are_two_nodes_or_one():
    konect = "% bip unweighted\n% 4 3 2\n1 1\n2 1\n3 2\n1 2\n"
    both = read("x.konect", konect)
    assert (both.graph.num_nodes, both.graph.num_edges) == (5, 4)
    assert both.report.asked
    assert read("x.konect", konect, sides="one").graph.num_nodes == 3
    rated = "user_id,item_id,rating\n1,1,5\n1,2,3\n2,1,4\n"
    assert read("x.csv", rated).graph.num_nodes == 4
    assert read("x.csv", "a,b\n1,2\n2,1\n").graph.num_nodes == 2
    assert read("x.csv", "a,b\n1,2\n2,1\n", sides="two").graph.num_nodes == 4


def test_pajek_has_names_positions_and_partitions():
    graph = read(
        "x.paj",
        '*Network n\n*Vertices 4\n1 "Ada B." 0.1 0.2 0.5 ic Red\n2 "Bo" 0.3 0.4\n3 Cy 0 0\n'
        "4 Di 1 1\n*Arcslist\n1 2 3\n*Edgeslist\n3 4\n*Partition p\n*Vertices 4\n1\n2\n2\n"
        "1\n",
    ).graph
    assert graph.node_names == ("Ada B.", "Bo", "Cy", "Di")
    assert graph.positions.tolist() == [[0.1, 0.2], [0.3, 0.4], [0, 0], [1, 1]]
    assert graph.labels.tolist() == [0, 1, 1, 0]
    assert graph.num_edges == 3


def test_cytoscape_has_shared_names():
    key = '<key id="{0}" for="node" attr.name="{0}" attr.type="string"/>'
    node = '<node id="{0}"><data key="shared name">{1}</data><data key="SUID">{0}</data></node>'
    imported = read(
        "x.graphml",
        f"{XML}{key.format('shared name')}{key.format('SUID')}<graph>"
        f"{node.format(62, 'YKR026C')}{node.format(63, 'YGL122C')}"
        '<edge id="7" source="62" target="63"/></graph></graphml>',
    )
    assert edges(imported) == path("YKR026C", "YGL122C")
    said = (*imported.report.used, *imported.report.unused)
    assert any("SUID" in sentence for sentence in said)


def test_yed_has_labels_and_positions():
    node = (
        '<node id="n{}"><data key="d6"><y:ShapeNode><y:Geometry x="{}" y="7"/>'
        "<y:NodeLabel>{}<y:Model/></y:NodeLabel></y:ShapeNode></data></node>"
    )
    graph = read(
        "x.graphml",
        f'{XML}<key for="node" id="d6" yfiles.type="nodegraphics"/><graph>'
        f"{node.format(0, 1, 'Ada')}{node.format(1, 3, 'Bo')}"
        '<edge source="n0" target="n1"/></graph></graphml>',
    ).graph
    assert graph.node_names == ("Ada", "Bo")
    assert graph.positions.tolist() == [[1, 7], [3, 7]]


def test_graph_tool_has_vectors_and_hexadecimal_numbers():
    graph = read(
        "x.graphml",
        f'{XML}<key id="k0" for="node" attr.name="pos" attr.type="vector_double"/>'
        '<key id="k1" for="edge" attr.name="weight" attr.type="double"/><graph>'
        '<node id="n0"><data key="k0">0x1.8p+1, 2.5</data></node>'
        '<node id="n1"><data key="k0">0x1p+0, 3</data></node>'
        '<edge source="n0" target="n1"><data key="k1">0x1.8p+0</data></edge></graph></graphml>',
    ).graph
    assert graph.positions.tolist() == [[3, 2.5], [1, 3]]
    assert graph.adjacency[0, 1] == 1.5


def test_any_numeric_attribute_of_edges_can_be_the_weight():
    text = (
        f'{XML}<key id="k" for="edge" attr.name="score" attr.type="double"/><graph>'
        '<node id="a"/><node id="b"/><edge source="a" target="b"><data key="k">.9</data></edge>'
        "</graph></graphml>"
    )
    plain = read("x.graphml", text)
    assert edges(plain) == path("a", "b")
    [question] = plain.report.asked
    [answer] = question.answers.values()
    assert edges(read("x.graphml", text, **answer)) == {frozenset("ab"): 0.9}


@pytest.mark.parametrize(
    "draft", ["www.gexf.net/1.1draft", "www.gexf.net/1.2draft", "gexf.net/1.3"]
)
def test_gexf_of_every_version_is_read(draft):
    graph = read(
        "x.gexf",
        f'<gexf xmlns="http://{draft}" xmlns:viz="http://{draft}/viz"><graph '
        'defaultedgetype="directed"><nodes><node id="0" label="A"><viz:position x="1" y="2"/>'
        '</node><node id="1" label="B"><viz:position x="3" y="4"/></node></nodes><edges>'
        '<edge source="0" target="1" weight="2" type="undirected"/></edges></graph></gexf>',
    ).graph
    assert graph.node_names == ("A", "B")
    assert graph.positions.tolist() == [[1, 2], [3, 4]]
    assert graph.adjacency[0, 1] == 2


def test_an_empty_end_is_never_a_node():
    imported = read(
        "x.graphml",
        f'{XML}<graph><node id="a"/><node id="b"/><edge source="a" target="b"/>'
        '<edge source="b" target=""/></graph></graphml>',
    )
    assert edges(imported) == path("a", "b")
    assert any("edge 2" in sentence for sentence in imported.report.unused)


NODES = [
    "id,label\n1,Ada\n2,Bo\n3,Cy\n",
    "Id,Label,timeset,class\n1,Ada,,0\n2,Bo,,1\n",
    "name;age;city\nAda;31;Bern\nBo;25;Bern\n",
    "1,Ada\n2,Bo\n3,Cy\n",
    ",club\n0,Mr. Hi\n1,Mr. Hi\n2,Officer\n",  # as pandas writes a series with its index
    ",club\nAda,Mr. Hi\nBo,Mr. Hi\nCy,Officer\n",
]


@pytest.mark.parametrize("text", NODES)
def test_a_table_of_nodes_is_called_one(text):
    with pytest.raises(InputError, match="a table of nodes"):
        read("x.csv", text)


#: Files of other kinds, and how they are named.
OTHER_KINDS = [
    ("x.gephi", packed({"Project_xml": "", "Workspace_0": ""}), "a Gephi project.*GEXF"),
    ("x.cys", packed({"S/cysession.xml": ""}), "a Cytoscape session"),
    ("x.docx", packed({"word/document.xml": ""}), "a Word document"),
    ("x.zip", packed({"a.csv": "a,b", "b.csv": "b,c"}), r"a\.csv, b\.csv"),
    ("x.zip", packed({"a.zip": packed({"a.csv": "a,b"})}), "twice"),
    ("x.csv", b"%PDF-1.7", "a PDF document"),
    ("x.csv", b"\x89PNG\r\n", "a picture"),
    ("x.csv", b"<!DOCTYPE html><html></html>", "a web page"),
    ("x.db", b"SQLite format 3\0", "an SQLite database"),
    ("x.parquet", b"PAR1....", "Parquet file is broken"),
    ("x.gt", b"\xe2\x9b\xbe gt", "graph-tool's own format"),
    ("x.svg", b"<svg/>", "a <svg>"),
    ("x.txt", b"dl n=4\n", "UCINET"),
    ("x.tlp", b'(tlp "2.3"\n(nodes 0..2)\n', "a Tulip graph"),
]  # fmt: skip


# An archive says when it was made, so its bytes name no test: workers would disagree.
@pytest.mark.parametrize(
    ("name", "content", "said"), OTHER_KINDS, ids=[said for *_, said in OTHER_KINDS]
)
def test_a_file_of_another_kind_is_named_by_its_content(name, content, said):
    with pytest.raises(InputError, match=said):
        read(name, content)


# Choices -------------------------------------------------------------------------------------

PARALLEL = "a b 1\na b 2\nb a 4\nb c 8\n"


@pytest.mark.parametrize(
    ("rule", "weight"), [("largest", 4), ("sum", 7), ("mean", 7 / 3), ("count", 3)]
)
def test_parallel_edges_are_merged_as_chosen(rule, weight):
    assert edges(read("x.txt", PARALLEL, parallel=rule))[frozenset("ab")] == weight


def test_directions_are_put_together_after_their_own_parallels():
    merged = edges(read("x.txt", PARALLEL, parallel="mean", directed="yes"))
    assert merged[frozenset("ab")] == (1.5 + 4) / 2


@pytest.mark.parametrize("rule", ["largest", "sum", "mean"])
def test_a_list_of_both_directions_means_each_edge_once(rule):
    text = "a b 1\nb a 1\nb c 2\nc b 2\n"
    expected = {frozenset("ab"): 1, frozenset("bc"): 2}
    assert edges(read("x.txt", text, parallel=rule)) == expected


def test_missing_weights_are_counted_and_chosen():
    text = "a,b,2\nb,c,NaN\nc,d,\nd,a,NA\n"
    counted = read("x.csv", text)
    assert sorted(edges(counted).values()) == [1, 1, 1, 2]
    assert any(question.sentence.startswith("3 ") for question in counted.report.asked)
    dropped = read("x.csv", text, missing="drop")
    assert edges(dropped) == {frozenset("ab"): 2}
    assert dropped.graph.num_nodes == 4


def test_every_answer_to_a_question_is_another_reading():
    for name, text in (
        ("x.txt", "1 10 20\n2 20 30\n3 30 40\n"),
        ("x.txt", "a b 1082040961\nb c 1082155839\n"),
        ("x.txt", PARALLEL),
        ("x.csv", "A;B;C\nB;C\nC;D\n"),
        ("x.csv", "source,target\n1,2.0\n2,3\n2,1\n"),
        ("x.csv", "0,1,1\n1,0,1\n1,1,0\n"),
        ("x.csv", "a,b,2\nb,c,\n"),
    ):
        imported = read(name, text)
        assert imported.report.asked
        for question in imported.report.asked:
            for answer in question.answers.values():
                other = read(name, text, **answer)
                assert (other.graph.digest, other.graph.node_names) != (
                    imported.graph.digest,
                    imported.graph.node_names,
                )


def test_columns_can_be_named_by_name_or_number():
    text = "when,who,whom,much\n1,a,b,.5\n2,b,c,1.25\n"
    assert edges(read("x.csv", text, source="who", target="3", weight="much")) == WEIGHED
    with pytest.raises(InputError, match="no column 'how'"):
        read("x.csv", text, source="who", target="how")
    with pytest.raises(InputError, match="no column 'how'"):
        read("x.csv", "source,target\na,b\n", weight="how")


def test_a_part_can_be_kept():
    text = "a b\nb c\nc a\nc d\nx y\n"
    whole = read("x.txt", text)
    assert read("x.txt", text, largest_component=True).graph.node_names == tuple("abcd")
    assert read("x.txt", text, min_degree=2).graph.node_names == tuple("abc")
    sampled = read("x.txt", text, sample=3)
    assert sampled.graph.num_nodes == 3
    assert set(edges(sampled)) <= set(edges(whole))
    for option in ({"largest_component": True}, {"min_degree": 2}, {"sample": 3}):
        assert len(read("x.txt", text, **option).report.changed) == 1
    with pytest.raises(InputError, match="at least one"):
        read("x.txt", text, min_degree=9)


@pytest.mark.parametrize("option", [{"parallel": "most"}, {"sample": -1}, {"table": "rows"}])
def test_an_option_that_there_is_not_is_refused(option):
    with pytest.raises(InputError, match=next(iter(option))):
        ReadOptions(**option)
