"""What tabs offer to save: kept until it is asked for, and made into a file only then."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from dashboard.per_visitor import PerVisitor
from dashboard.turns import file_turn
from dashboard.visitor import tab_id, visitor_id
from spgat.errors import InputError

Item = TypeVar("Item")
File = str | bytes


class Offers(PerVisitor[Item]):
    """Things that tabs can save; a tab's newest thing of a name takes the place of the last."""

    def offer(
        self, item: Item, name: str = ""
    ) -> Callable[[Callable[[Item], File]], Callable[[], File]]:
        """Keeps a thing of the tab that is drawn.

        Returns:
            What turns a function that writes a file of the thing into the data of a download
            button. Streamlit keeps that, and it holds names alone.

        Raises:
            InputError: If it takes more than there is room for besides what others hold.
        """
        visitor, name = visitor_id(), f"{tab_id()} {name}"
        self.add(visitor, name, item)

        def file_by(write: Callable[[Item], File]) -> Callable[[], File]:
            return partial(self._made, write, visitor, name)

        return file_by

    def _made(self, write: Callable[[Item], File], visitor: str, name: str) -> File:
        item = self.of(visitor).get(name)
        if item is None:
            raise InputError("The server has no room for this file any more; open it again.")
        with file_turn():
            return write(item)
