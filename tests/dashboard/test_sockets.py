"""What a connection may do below its messages."""

import asyncio
import resource
import socket
from asyncio import selector_events

import pytest
from streamlit.web.server.starlette import starlette_server
from uvicorn import Config
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from dashboard import sockets
from dashboard.sockets import MAX_PIECES, TURN_BYTES, BoundedHttp, BoundedSocket
from tests.dashboard.loops import run

HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Wire(asyncio.Transport):
    """The server's end of a connection."""

    def __init__(self):
        super().__init__()
        self.written, self.is_aborted, self.is_closed = [], False, False

    def write(self, data):
        self.written.append(data)

    def close(self):
        self.is_closed = True

    def is_closing(self):
        return self.is_closed or self.is_aborted

    def abort(self):
        self.is_aborted = True

    def pause_reading(self):
        pass

    resume_reading = pause_reading


@pytest.fixture(autouse=True)
def _bounds(monkeypatch):
    """Sets the bounds, which are those of the process, for one test."""
    transport = selector_events._SelectorSocketTransport
    monkeypatch.setattr(transport, "max_size", transport.max_size)
    loop = selector_events.BaseSelectorEventLoop
    monkeypatch.setattr(loop, "_accept_connection", loop._accept_connection)
    asked = starlette_server._get_uvicorn_config_kwargs
    monkeypatch.setattr(starlette_server, "_get_uvicorn_config_kwargs", asked)
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    sockets.bound.cache_clear()
    sockets.bound()
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, limits)
    sockets.bound.cache_clear()


def connected(check):
    """Runs a check of a new connection and its wire."""

    async def app(scope, receive, send):
        await send({"type": "websocket.accept"})
        await asyncio.Event().wait()

    async def serve():
        config, state = Config(app, ws="websockets-sansio", log_config=None), ServerState()
        config.load()
        socket, wire = BoundedSocket(config, state, {}), Wire()
        socket.connection_made(wire)
        socket.data_received(HANDSHAKE)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert socket.handshake_complete
        wire.written.clear()
        check(socket, wire)
        socket.stop_keepalive()
        for task in state.tasks:
            task.cancel()

    run(serve())


def sent(opcode, data=b"", *, fin=True):
    return Frame(opcode, data, fin).serialize(mask=True)


def test_a_server_has_these_connections():
    asked = starlette_server._get_uvicorn_config_kwargs()
    assert (asked["http"], asked["ws"]) == (BoundedHttp, BoundedSocket)
    assert asked["ws_per_message_deflate"] is False  # a bomb would unpack in it
    assert selector_events._SelectorSocketTransport.max_size == TURN_BYTES


def test_whoever_takes_nothing_is_not_sent_answers_to_pings():
    def check(socket, wire):
        socket.data_received(sent(Opcode.PING, b"x") * 3)
        assert len(wire.written) == 3
        socket.pause_writing()
        socket.data_received(sent(Opcode.PING, b"x") * 3)
        assert (len(wire.written), wire.is_aborted) == (3, True)

    connected(check)


def test_a_message_in_pieces_without_end_is_not_kept():
    def check(socket, wire):
        socket.data_received(sent(Opcode.BINARY, fin=False))
        socket.data_received(sent(Opcode.CONT, fin=False) * (MAX_PIECES - 2))
        assert not wire.is_aborted
        socket.data_received(sent(Opcode.CONT, fin=False) * 3)
        assert wire.is_aborted
        assert len(socket.frames) <= MAX_PIECES

    connected(check)


def test_what_waits_for_a_connection_goes_with_it():
    def unanswered(socket, wire):
        socket.keepalive_timeout()
        assert wire.is_aborted

    def left(socket, wire):
        socket.data_received(sent(Opcode.CLOSE, b"\x03\xe8"))
        assert (wire.is_closed, wire.is_aborted) == (True, False)
        socket.send_keepalive_ping()
        assert wire.is_aborted

    connected(unanswered)
    connected(left)


@pytest.fixture
def open_http(monkeypatch):
    """Opens connections where three may be; some ask for an answer that never ends."""
    monkeypatch.setattr(sockets, "max_connections", lambda: 3)
    monkeypatch.setattr(sockets, "_waiting", {})

    async def app(scope, receive, send):
        await asyncio.Event().wait()

    async def serve(num, num_asking):
        config, state = Config(app, log_config=None), ServerState()
        config.load()
        wires = [Wire() for _ in range(num)]
        for number, wire in enumerate(wires):
            connection = BoundedHttp(config, state, {})
            connection.connection_made(wire)
            if number < num_asking:
                connection.data_received(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        for task in state.tasks:
            task.cancel()
        return [wire.is_aborted for wire in wires], len(state.connections)

    return lambda num, *, num_asking: run(serve(num, num_asking))


def test_connections_leave_descriptors_to_files():
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (300, hard))
    assert sockets.max_connections() == 300 - sockets.FILES_LEFT


def test_the_oldest_idle_connection_goes_where_there_are_too_many(open_http):
    aborted, num_open = open_http(6, num_asking=1)
    assert aborted == [False, True, True, True, False, False]
    assert num_open == 3


def test_requests_that_never_end_keep_nobody_out(open_http):
    aborted, _ = open_http(4, num_asking=4)
    assert aborted == [True, False, False, False]


def test_few_connections_are_accepted_at_once():
    async def serve():
        turns = []

        class Made(asyncio.Protocol):
            def connection_made(self, transport):
                turns[-1] += 1

        loop = asyncio.get_running_loop()
        with socket.create_server(("127.0.0.1", 0), backlog=200) as listening:
            address = listening.getsockname()
            clients = [socket.create_connection(address) for _ in range(50)]
            server = await loop.create_server(Made, sock=listening, backlog=200)
            while sum(turns) < len(clients):
                turns.append(0)
                await asyncio.sleep(0)
            server.close()
            for client in clients:
                client.close()
        return turns

    assert max(run(serve())) <= sockets.MAX_ACCEPTED


def test_no_connection_is_waited_for_until_the_host_kills_the_server():
    told = starlette_server._get_uvicorn_config_kwargs()
    assert 0 < told["timeout_graceful_shutdown"] < 10
