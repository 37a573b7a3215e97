"""The files on their way to a server and from it, with a bound for all of a kind together."""

import asyncio
from collections import OrderedDict
from collections.abc import Hashable


class Moving:
    """The bytes of files that are moving; where they are too many, the slowest file ends.

    That is the one of which no piece has moved for longest. A file goes by the timeout that
    can end it.

    Args:
        max_bytes: Of all files.

    Attributes:
        max_bytes: As given.
        num_bytes: Of all files now.
    """

    def __init__(self, max_bytes: int) -> None:
        self.max_bytes, self.num_bytes = max_bytes, 0
        self._sizes: dict[Hashable, int] = {}
        self._contents: OrderedDict[asyncio.Timeout, Hashable] = OrderedDict()  # slowest first

    def begin(self, end: asyncio.Timeout, content: Hashable, num_bytes: int) -> None:
        """Counts a new file, which `end` ends; a content that several have counts once.

        Raises:
            TimeoutError: If it had to end at once.
        """
        self._contents[end] = content
        self._sizes.setdefault(content, 0)
        self.move(end, num_bytes - self._sizes[content])

    def move(self, end: asyncio.Timeout, num_bytes: int = 0) -> None:
        """Notes that a piece of a file has moved, and that it takes so many bytes more.

        Raises:
            TimeoutError: If this file had to end.
        """
        if end in self._contents:
            self.num_bytes += num_bytes
            self._sizes[self._contents[end]] += num_bytes
            self._contents.move_to_end(end)
        while self.num_bytes > self.max_bytes and self._contents:
            slowest, content = self._contents.popitem(last=False)
            self.release(content)
            slowest.reschedule(0)
        if end not in self._contents:
            raise TimeoutError

    def arrive(self, end: asyncio.Timeout) -> Hashable:
        """Returns the content of a file that nothing ends any more; counts until released."""
        return self._contents.pop(end, None)

    def release(self, content: Hashable) -> None:
        """Forgets what is the server's no longer; not what another file still has."""
        if content not in self._contents.values():
            self.num_bytes -= self._sizes.pop(content, 0)
