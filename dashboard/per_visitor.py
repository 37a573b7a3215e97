"""What visitors have brought, kept in the memory of this process only.

It is kept by visitor, not in a session's cache: Streamlit empties that as soon as the
connection drops, although the session goes on when the connection is back.
"""

from collections import Counter, OrderedDict
from collections.abc import Callable
from threading import RLock
from typing import Generic, TypeVar

from spgat.errors import InputError

Item = TypeVar("Item")


class PerVisitor(Generic[Item]):
    """Each visitor's things by name, the oldest first; safe from any thread.

    Args:
        size: Bytes of one.
        max_items: Beyond this number a visitor loses the oldest.
        max_visitors: Beyond this number, the visitors who have been away longest lose theirs.
        max_bytes: Where all things take more, the visitor who holds most gives way, so that
            nobody with small things loses them to others with large ones.
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
        self._lost: Counter[str] = Counter()
        self._lock = RLock()

    def of(self, visitor: str) -> dict[str, Item]:
        """Returns a visitor's things."""
        with self._lock:
            if visitor in self._by_visitor:
                self._by_visitor.move_to_end(visitor)
            return dict(self._by_visitor.get(visitor, {}))

    def add(self, visitor: str, name: str, item: Item) -> None:
        """Keeps a thing, in place of one of that name.

        Raises:
            InputError: If it takes more than there is room for besides what others hold.
        """
        with self._lock:
            held = self._by_visitor.setdefault(visitor, OrderedDict())
            self._by_visitor.move_to_end(visitor)
            held[name] = item
            held.move_to_end(name)
            while len(held) > self._max_items:
                held.popitem(last=False)
            while len(self._by_visitor) > self._max_visitors:
                away, gone = self._by_visitor.popitem(last=False)
                self._lost[away] += len(gone)
            while sum((sizes := self._sizes()).values()) > self._max_bytes:
                largest = max(sizes, key=sizes.__getitem__)
                if largest == visitor and len(held) == 1:
                    del held[name]
                    raise InputError(
                        f"This takes {sizes[visitor] / 2**20:.0f} MB of memory, more than the "
                        "server has left; upload a part of it, or try again later."
                    )
                self._by_visitor[largest].popitem(last=False)
                self._lost[largest] += largest != visitor

    def take_lost(self, visitor: str) -> int:
        """Returns how many things a visitor has lost to others since the last call."""
        with self._lock:
            return self._lost.pop(visitor, 0)

    def drop(self, visitor: str, name: str) -> None:
        """Deletes a thing; does nothing if it does not exist."""
        with self._lock:
            self._by_visitor.get(visitor, OrderedDict()).pop(name, None)

    def _sizes(self) -> dict[str, int]:
        """Bytes by visitor."""
        return {v: sum(map(self._size, held.values())) for v, held in self._by_visitor.items()}
