"""Tests of a loop beside another one."""

import asyncio

from tests.dashboard.loops import run


def test_a_loop_runs_where_another_one_runs():
    """Playwright leaves its own running in the thread of a worker's later tests."""

    async def answer():
        return asyncio.get_running_loop()

    async def ask():
        return run(answer())

    assert run(ask()) is not run(answer())
