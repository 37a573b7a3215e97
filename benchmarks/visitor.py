"""A visitor without a browser: speaks Streamlit's protocol, so that many fit on one machine.

It does what the frontend does and no more: opens a page, keeps the fragments that run by
themselves going, sends a moved slider or a chosen page, and reads all that comes back.
"""

import time
from dataclasses import dataclass, field
from urllib.parse import urlencode

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.Slider_pb2 import Slider
from websockets.sync.client import connect

#: A run that was overtaken by the next one does not count as an answer.
_OVERTAKEN = ForwardMsg.FINISHED_EARLY_FOR_RERUN


@dataclass
class Visitor:
    """One visitor of a running app.

    Attributes:
        url: The app's address, "http://host:port".
        waits: Seconds from each click to the end of its script.
        ticks: Runs of fragments that the page asked for by itself.
        errors: What the app showed as an exception, or why it broke off.
    """

    url: str
    waits: list[float] = field(default_factory=list)
    ticks: int = 0
    errors: list[str] = field(default_factory=list)
    _sliders: dict[str, Slider] = field(default_factory=dict)
    _values: dict[str, float] = field(default_factory=dict)  # where sliders were moved to
    _pages: dict[str, str] = field(default_factory=dict)
    _timers: dict[str, tuple[float, float]] = field(default_factory=dict)  # interval, next
    _page_hash: str = ""
    _is_running: bool = False

    def open(self, page: str, **query: str) -> None:
        """Comes to a page by its address."""
        address = self.url.replace("http", "ws", 1) + "/_stcore/stream"
        self._socket = connect(address, subprotocols=["streamlit"], max_size=None)
        self._query = urlencode(query)
        self._send(page_name=page)
        self.stay(30.0, until_idle=True)

    def close(self) -> None:
        """Leaves."""
        self._socket.close()

    def move(self, up: bool) -> bool:
        """Moves the page's first slider by a step; whether it has one."""
        slider = next(iter(self._sliders.values()), None)
        if slider is None:
            return False
        now = self._values.get(slider.id, slider.default[0])
        value = min(max(now + (slider.step if up else -slider.step), slider.min), slider.max)
        self._values[slider.id] = value
        self._click(lambda state: _move(state, slider.id, value))
        return True

    def go(self, page: str) -> None:
        """Follows the navigation to another page."""
        self._page_hash, self._query = self._pages[page], ""
        self._sliders.clear()
        self._click(lambda state: None)

    def stay(self, seconds: float, *, until_idle: bool = False) -> None:
        """Reads what comes, and asks for what is due, for some time.

        Args:
            seconds: How long.
            until_idle: Whether to return as soon as nothing runs.
        """
        end = time.monotonic() + seconds
        while (now := time.monotonic()) < end and not (until_idle and not self._is_running):
            due = min((at for _, at in self._timers.values()), default=end)
            try:
                self._read(self._socket.recv(timeout=max(0.0, min(due, end) - now)))
            except TimeoutError:
                self._tick()
        if until_idle and self._is_running:
            self.errors.append(f"no answer within {seconds:.0f} s")

    def _click(self, change) -> None:
        self.stay(30.0, until_idle=True)  # an answer of its own
        since = time.monotonic()
        self._send(change)
        self.stay(30.0, until_idle=True)
        self.waits.append(time.monotonic() - since)

    def _tick(self) -> None:
        now = time.monotonic()
        for fragment, (interval, due) in list(self._timers.items()):
            if due <= now and not self._is_running:
                self._timers[fragment] = (interval, now + interval)
                self.ticks += 1
                self._send(fragment_id=fragment, is_auto_rerun=True)
            elif due <= now:  # the frontend drops a tick while a script runs
                self._timers[fragment] = (interval, now + interval)

    def _send(self, change=lambda state: None, **state: object) -> None:
        message = BackMsg()
        client = message.rerun_script
        client.query_string, client.page_script_hash = self._query, self._page_hash
        for name, value in state.items():
            setattr(client, name, value)
        change(client.widget_states)
        self._is_running = True
        self._socket.send(message.SerializeToString())

    def _read(self, data: bytes) -> None:
        message = ForwardMsg.FromString(data)
        match message.WhichOneof("type"):
            case "new_session":
                self._page_hash = message.new_session.page_script_hash
                if not message.metadata.run.fragment_ids:
                    self._timers.clear()
            case "navigation":
                pages = message.navigation.app_pages
                self._pages = {page.url_pathname: page.page_script_hash for page in pages}
            case "auto_rerun":
                rerun = message.auto_rerun
                due = time.monotonic() + rerun.interval
                self._timers[rerun.fragment_id] = (rerun.interval, due)
            case "stop_auto_rerun":
                for fragment in message.stop_auto_rerun.fragment_ids:
                    self._timers.pop(fragment, None)
            case "script_finished":
                self._is_running = message.script_finished == _OVERTAKEN
            case "delta":
                self._look_at(message.delta.new_element)

    def _look_at(self, element) -> None:
        match element.WhichOneof("type"):
            case "slider":
                self._sliders[element.slider.label] = element.slider
            case "exception":
                self.errors.append(element.exception.message)


def _move(states, slider: str, value: float) -> None:
    state = states.widgets.add()
    state.id = slider
    state.double_array_value.data.append(value)
