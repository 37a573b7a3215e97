"""What visitors have brought, kept in the memory of this process only.

It is kept by visitor, not in a session's cache: Streamlit empties that as soon as the
connection drops, although the session goes on when the connection is back.
"""

from collections import OrderedDict
from collections.abc import Callable
from threading import RLock
from typing import Generic, TypeVar

Item = TypeVar("Item")


class PerVisitor(Generic[Item]):
    """Each visitor's things by name, the oldest first; safe from any thread.

    Args:
        size: Bytes of one.
        max_items: Beyond this number a visitor loses the oldest.
        max_visitors: Beyond this number, the visitors who have been away longest lose theirs.
        max_bytes: The same for the size of all things; the latest one always stays.
    """

    def __init__(
        self,
        size: Callable[[Item], int],
        max_items: int,
        max_visitors: int,
        max_bytes: float,
    ) -> None:
        self._size, self._max_items = size, max_items
        self._max_visitors, self._max_bytes = max_visitors, max_bytes
        self._by_visitor: OrderedDict[str, OrderedDict[str, Item]] = OrderedDict()
        self._lock = RLock()

    def of(self, visitor: str) -> dict[str, Item]:
        """Returns a visitor's things."""
        with self._lock:
            if visitor in self._by_visitor:
                self._by_visitor.move_to_end(visitor)
            return dict(self._by_visitor.get(visitor, {}))

    def add(self, visitor: str, name: str, item: Item) -> None:
        """Keeps a thing, in place of one of that name."""
        with self._lock:
            held = self._by_visitor.setdefault(visitor, OrderedDict())
            self._by_visitor.move_to_end(visitor)
            held[name] = item
            held.move_to_end(name)
            while len(held) > self._max_items:
                held.popitem(last=False)
            while len(self._by_visitor) > 1 and self._is_full():
                self._by_visitor.popitem(last=False)
            while len(held) > 1 and self._is_full():
                held.popitem(last=False)

    def drop(self, visitor: str, name: str) -> None:
        """Deletes a thing; does nothing if it does not exist."""
        with self._lock:
            self._by_visitor.get(visitor, OrderedDict()).pop(name, None)

    def _is_full(self) -> bool:
        items = [item for held in self._by_visitor.values() for item in held.values()]
        num_bytes = sum(map(self._size, items))
        return len(self._by_visitor) > self._max_visitors or num_bytes > self._max_bytes
