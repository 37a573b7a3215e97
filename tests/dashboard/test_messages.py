"""What a browser may ask a server for."""

import asyncio
import json
import threading
import tomllib
import tracemalloc
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import AsyncMock, Mock

import pytest
import streamlit as st
from streamlit.proto.BackMsg_pb2 import (
    BackendOperationRequest,
    BackMsg,
    DeferredFileRequestPayload,
    InstallSkillsRequestPayload,
)
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.Common_pb2 import FileURLsRequest
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.backend_operation_handler import DeferredFileHandler

from dashboard import messages
from dashboard.imports.pasted import MAX_CHARACTERS
from tests.dashboard.loops import run


@pytest.fixture(autouse=True)
def _bounds(monkeypatch):
    """Sets the bounds, which are those of the process, for one test."""
    for owner, name in ((AppSession, "handle_backmsg"), (DeferredFileHandler, "handle")):
        monkeypatch.setattr(owner, name, getattr(owner, name))
    messages.bound.cache_clear()
    messages.bound()
    yield
    messages.bound.cache_clear()


def test_no_visitor_empties_the_caches_of_all():
    kept = st.cache_resource(lambda: object())
    before, acknowledged = kept(), []
    session = Mock(
        _handle_clear_cache_request=st.cache_resource.clear,
        _handle_app_heartbeat_request=lambda: acknowledged.append(1),
    )
    AppSession.handle_backmsg(session, BackMsg(clear_cache=True))
    AppSession.handle_backmsg(session, BackMsg(app_heartbeat=True))
    assert kept() is before
    assert acknowledged == [1]


def test_no_message_asks_for_more_than_a_page_has():
    session = Mock()
    for num, answers in ((1, 1), (messages.MAX_PARTS + 1, 1), (messages.MAX_PARTS, 2)):
        asked = FileURLsRequest(file_names=[""] * num)
        AppSession.handle_backmsg(session, BackMsg(file_urls_request=asked))
        assert session._handle_file_urls_request.call_count == answers
        state = ClientState(widget_states=WidgetStates(widgets=[WidgetState()] * num))
        AppSession.handle_backmsg(session, BackMsg(rerun_script=state))
        assert session._handle_rerun_script_request.call_count == answers


def test_a_tab_holds_little_of_what_its_browser_sends():
    """A component's value is JSON, which takes up to 36 times its size once it is read."""
    path = Path(messages.__file__).parent / ".streamlit" / "config.toml"
    most = tomllib.loads(path.read_text())["server"]["maxWidgetStateSize"] * 10**6
    assert most > 4 * MAX_CHARACTERS  # the longest text that a page takes
    value = f"[{'[[[[]]]],' * ((most - 4) // 9)}0]"
    tracemalloc.start()
    held = json.loads(value)
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert held[-1] == 0
    assert taken < 2**26


def asked(*, num_waiting=0, **payload):
    """Whether a session takes up what is asked of it."""
    session = Mock(
        _background_tasks=set(range(num_waiting)),
        _handle_backend_operation_request=AsyncMock(),
    )
    request = BackendOperationRequest(request_id="1", **payload)

    async def ask():
        AppSession.handle_backmsg(session, BackMsg(backend_operation_request=request))

    run(ask())
    return session._handle_backend_operation_request.called


def test_no_visitor_has_files_written_that_are_no_download():
    assert not asked(install_skills=InstallSkillsRequestPayload())
    assert asked(deferred_file=DeferredFileRequestPayload(file_id="1"))


def test_a_tab_waits_for_few_downloads():
    one = DeferredFileRequestPayload(file_id="1")
    assert asked(num_waiting=messages.MAX_DOWNLOADS - 1, deferred_file=one)
    assert not asked(num_waiting=messages.MAX_DOWNLOADS, deferred_file=one)
    assert not asked(deferred_file=DeferredFileRequestPayload(file_id="1" * 10_000))


def test_a_visitor_who_asks_for_many_downloads_keeps_nobody_else_waiting(monkeypatch):
    cookies = {"ada": "2|00|aa|1", "bob": "2|00|bb|1"}
    monkeypatch.setattr(
        messages, "get_instance", lambda: Mock(get_client=lambda name: client_of(name))
    )

    def client_of(name):
        context = SimpleNamespace(cookies={messages.COOKIE: cookies[name]})
        return SimpleNamespace(client_context=context)

    made, may_end = [], threading.Event()

    def make(file_id):
        made.append(file_id)
        assert file_id == "bob" or may_end.wait(10)
        return "/media/1"

    handler = DeferredFileHandler(lambda: Mock(execute_deferred=make))

    def get(name):
        payload = DeferredFileRequestPayload(file_id=name)
        return handler.handle(BackendOperationRequest(deferred_file=payload), name)

    async def serve():
        flood = [asyncio.create_task(get("ada")) for _ in range(100)]
        await asyncio.wait_for(get("bob"), 10)
        before = sorted(made)
        may_end.set()
        await asyncio.gather(*flood)
        return before

    assert run(serve()).count("ada") <= messages.MAX_MADE
    assert len(made) == 101
