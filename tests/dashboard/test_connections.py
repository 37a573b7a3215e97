"""What a server holds of messages and files that are on their way."""

import asyncio
from types import SimpleNamespace

import pytest
from starlette.exceptions import HTTPException
from starlette.requests import Request
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.runtime_util import get_max_widget_state_size_bytes
from streamlit.runtime.session_manager import SessionClientDisconnectedError
from streamlit.web.server.starlette import starlette_server, starlette_websocket

from dashboard import connections
from dashboard.connections import BoundedClient
from dashboard.moving import Moving
from tests.dashboard.loops import run


@pytest.fixture(autouse=True)
def _bounds(monkeypatch):
    """Sets the bounds, which are those of the process, for one test."""
    monkeypatch.setattr(connections, "_clients", set())
    monkeypatch.setattr(connections, "_arriving", Moving(connections.MAX_ARRIVING_BYTES))
    for owner, name in (
        (starlette_server, "get_max_message_size_bytes"),
        (starlette_websocket, "StarletteSessionClient"),
        (Request, "form"),
    ):
        monkeypatch.setattr(owner, name, getattr(owner, name))
    connections.bound.cache_clear()
    connections.bound()
    yield
    connections.bound.cache_clear()


class Browser:
    """The other end of a connection, which reads nothing or all."""

    client = None

    def __init__(self, reads):
        self.headers = self.cookies = {}
        self.reads, self.codes, self.is_stuck = reads, [], asyncio.Event()

    async def send_bytes(self, _):
        if not self.reads:
            await self.is_stuck.wait()

    async def close(self, code):
        self.codes.append(code)


def message(num_bytes):
    return ForwardMsg(hash="x" * num_bytes)


def test_who_reads_nothing_loses_the_connection_and_nobody_else_does(monkeypatch):
    monkeypatch.setattr(connections, "MAX_WAITING_BYTES", 50_000)

    async def serve():
        slow, quick, other = (Browser(reads) for reads in (False, True, False))
        clients = [BoundedClient(browser) for browser in (slow, quick, other)]
        clients[2].write_forward_msg(message(20_000))
        for _ in range(8):
            if not slow.codes:
                clients[0].write_forward_msg(message(9_000))
            clients[1].write_forward_msg(message(9_000))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        held = sum(client.waiting.num_bytes for client in clients)
        with pytest.raises(SessionClientDisconnectedError):
            clients[0].write_forward_msg(message(1))
        for client in clients:
            await client.aclose()
        return held, [browser.codes for browser in (slow, quick, other)]

    held, codes = run(serve())
    assert held < 50_000
    assert codes == [[1013], [], []]
    assert connections._clients == set()


def test_no_message_is_read_that_is_larger_than_what_a_tab_may_hold():
    most = starlette_server._get_uvicorn_config_kwargs()["ws_max_size"]
    assert most == get_max_widget_state_size_bytes()
    assert starlette_websocket.StarletteSessionClient is BoundedClient


def upload(parts, cookie="", is_whole=True):
    """The request of an upload with such parts; without any, or in part, it never ends."""

    def of(name, content):
        return f'--x\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{content}\r\n'

    body = "".join(of(*part) for part in parts) + "--x--\r\n"
    message = {"type": "http.request", "body": body.encode(), "more_body": not is_whole}
    messages = [message] if parts else []

    async def receive():
        if messages:
            return messages.pop()
        await asyncio.Event().wait()

    headers = [(b"content-type", b"multipart/form-data; boundary=x")]
    headers += [(b"cookie", f"_streamlit_xsrf={cookie}".encode())]
    scope = {"type": "http", "method": "PUT", "headers": headers, "app": SimpleNamespace()}
    return Request(scope, receive)


FILE = ('f"; filename="a', "content")
BIG = ('f"; filename="a', "x" * 1100)


def test_an_upload_is_one_file_and_nothing_else():
    async def read(*parts):
        form = await upload(parts).form()
        await form.close()
        return [file.filename for file in form.values()]

    assert run(read(FILE)) == ["a"]
    for parts in ([("field", "x")], [FILE, ("field", "x")], [FILE, FILE]):
        with pytest.raises(HTTPException) as refused:
            run(read(*parts))
        assert refused.value.status_code == 400


def test_uploads_that_wait_for_their_turn_have_a_bound(monkeypatch):
    monkeypatch.setattr(connections, "MAX_ASKED", 3, raising=False)
    cyd, dan = "2|00|cc|1", "2|00|dd|1"  # who meet no other loop

    async def serve():
        asked = [asyncio.create_task(upload([], cookie=cyd).form()) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(HTTPException) as refused:
            async with asyncio.timeout(1):
                await upload([FILE], cookie=cyd).form()
        await (await upload([FILE], cookie=dan).form()).close()
        for task in asked:
            task.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        await (await upload([FILE], cookie=cyd).form()).close()
        return refused.value.status_code

    assert run(serve()) == 429


def test_files_that_never_arrive_keep_nobody_else_waiting(monkeypatch):
    monkeypatch.setattr(connections, "MAX_SENDING_SECONDS", 0.05)
    ada, bob = "2|00|aa|1", "2|00|bb|1"

    async def serve():
        unfinished = [
            asyncio.create_task(upload([], cookie=ada).form())
            for _ in range(connections.MAX_SENDING)
        ]
        await asyncio.sleep(0)
        own = asyncio.create_task(upload([FILE], cookie=ada).form())
        await (await upload([FILE], cookie=bob).form()).close()
        waits = not own.done()
        ended = await asyncio.gather(*unfinished, return_exceptions=True)
        await (await own).close()
        return waits, ended

    waits, ended = run(serve())
    assert waits
    assert [each.status_code for each in ended] == [503] * connections.MAX_SENDING


def test_files_of_any_number_of_visitors_have_one_bound_while_they_arrive(monkeypatch):
    """Each browser is new; those that have sent nothing for longest give way."""
    monkeypatch.setattr(connections._arriving, "max_bytes", 5_000)
    monkeypatch.setattr(connections, "LEAST_ARRIVING", 0)

    async def serve():
        sending = [asyncio.create_task(upload([BIG], f"2|00|{n:02}|1", False).form())
                   for n in range(20)]  # fmt: skip
        await asyncio.wait(sending, timeout=0.5)
        ended = [task.exception().status_code for task in sending if task.done()]
        is_last_there = not sending[-1].done()
        for task in sending:
            task.cancel()
        await asyncio.gather(*sending, return_exceptions=True)
        return ended, is_last_there

    assert run(serve()) == ([503] * 16, True)


def test_a_file_counts_until_it_is_taken_out_of_its_form(monkeypatch):
    """Many that reach their end at once would be in memory at once."""
    monkeypatch.setattr(connections._arriving, "max_bytes", 5_000)
    monkeypatch.setattr(connections, "LEAST_ARRIVING", 0)

    async def serve():
        forms = [await upload([BIG], f"2|00|{n:02}|1").form() for n in range(30, 34)]
        with pytest.raises(HTTPException) as refused:
            await upload([BIG], "2|00|34|1").form()
        while forms:
            await forms.pop().close()
        await (await upload([BIG], "2|00|35|1").form()).close()
        return refused.value.status_code

    assert run(serve()) == 503
