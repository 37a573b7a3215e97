"""What stays of visitors who come and go, seen from the server's process."""

import itertools

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import connect

from tests.e2e.conftest import running_server

VISITORS = 30


def come_and_go(server, query):
    """Opens the landing page as a browser does, reads all of it, and leaves."""
    address = server.url.replace("http", "ws") + "/_stcore/stream"
    hello, answer = BackMsg(), ForwardMsg()
    hello.rerun_script.query_string = query
    with connect(address, origin=server.url, subprotocols=["streamlit"], max_size=None) as line:
        line.send(hello.SerializeToString())
        while not is_end(answer):
            answer.ParseFromString(line.recv(timeout=30))


def is_end(message):
    """Whether the page's script has ended, and not only begun anew."""
    is_finished = message.WhichOneof("type") == "script_finished"
    return is_finished and message.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY


def test_memory_levels_off_while_visitors_come_and_go(tmp_path_factory):
    """Each brings another graph of 400 nodes, whose eigenvectors alone take 1.3 MB.

    The allocator sways by 25 MB from one moment to the next: the least of three moments counts.
    """
    folder = tmp_path_factory.mktemp("soak")
    seeds = itertools.count()

    def levels(server):
        for _ in range(3):
            for _ in range(VISITORS // 3):
                come_and_go(server, f"graph=csbm&csbm-num_nodes=400&seed={next(seeds)}")
            yield server.megabytes

    with running_server(folder, "--server.disconnectedSessionTTL=1") as server:
        max(levels(server))  # every cache is filled up to its bound
        before, after = min(levels(server)), min(levels(server))
        assert (
            after - before < VISITORS * 0.65
        )  # half of what their eigenvectors alone would add
