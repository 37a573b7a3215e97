"""What a server holds of files that are on their way to browsers."""

import asyncio

import pytest
from starlette.responses import Response
from streamlit.web.server.starlette.starlette_gzip_middleware import SelectiveGZipMiddleware

from dashboard import answers
from tests.dashboard.loops import run


@pytest.fixture(autouse=True)
def _bounds(monkeypatch):
    """Sets the bounds, which are those of the process, for one test."""
    call = SelectiveGZipMiddleware.__call__
    monkeypatch.setattr(SelectiveGZipMiddleware, "__call__", call)
    answers.bound.cache_clear()
    answers.bound()
    yield
    answers.bound.cache_clear()
    assert answers._unsent.num_bytes == 0


class Browser:
    """Takes so many messages of an answer, and then no more."""

    def __init__(self, most=10**6):
        self.most, self.taken = most, []

    async def send(self, message):
        if len(self.taken) == self.most:
            await asyncio.Event().wait()
        self.taken.append(message)
        await asyncio.sleep(0)

    @property
    def content(self):
        return b"".join(message.get("body", b"") for message in self.taken)

    @property
    def is_whole(self):
        return not self.taken[-1].get("more_body", False)


async def get(browser, content, path="/media/file.bin"):
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "headers": [(b"accept-encoding", b"gzip")],
    }
    await SelectiveGZipMiddleware(Response(content))(scope, None, browser.send)


@pytest.mark.parametrize("num_pieces", [0.5, 1, 2, 3.5])
def test_a_download_arrives_in_pieces_as_it_is(num_pieces):
    content, browser = b"1" * int(num_pieces * answers.PIECE), Browser()
    run(get(browser, content))
    assert browser.content == content
    assert browser.is_whole
    assert max(len(message.get("body", b"")) for message in browser.taken) <= answers.PIECE
    assert dict(browser.taken[0]["headers"])[b"content-length"] == b"%d" % len(content)


def test_what_is_no_download_is_packed():
    browser = Browser()
    run(get(browser, b"1" * 10**6, path="/component/script.js"))
    assert dict(browser.taken[0]["headers"])[b"content-encoding"] == b"gzip"


def test_downloads_that_nobody_reads_make_room_for_others(monkeypatch):
    size = 5 * answers.PIECE
    monkeypatch.setattr(answers._unsent, "max_bytes", 2 * size)

    async def serve():
        stuck, stuck_later, quick = Browser(1), Browser(3), Browser()
        held = []
        async with asyncio.TaskGroup() as all_of_them:
            for browser in (stuck, stuck_later, quick):
                all_of_them.create_task(get(browser, bytes([len(held)]) * size))
                held.append(0)
                await asyncio.sleep(0.01)
            held[-1] = answers._unsent.num_bytes
            monkeypatch.setattr(answers._unsent, "max_bytes", 0)
            await get(Browser(), bytes(size))
        return held[-1], [browser.is_whole for browser in (stuck_later, quick)]

    held, whole = run(serve())
    assert held <= 2 * size
    assert whole == [False, True]


def test_one_file_for_many_counts_once(monkeypatch):
    content = b"1" * (5 * answers.PIECE)
    monkeypatch.setattr(answers._unsent, "max_bytes", len(content))
    browsers = [Browser() for _ in range(4)]

    async def serve():
        await asyncio.gather(*(get(browser, content) for browser in browsers))

    run(serve())
    assert all(browser.content == content and browser.is_whole for browser in browsers)


def test_a_download_ends_after_its_time(monkeypatch):
    monkeypatch.setattr(answers, "MAX_SECONDS", 0.05)
    browser = Browser(1)
    run(asyncio.wait_for(get(browser, b"1" * (2 * answers.PIECE)), 5))
    assert not browser.content
