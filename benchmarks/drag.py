"""d under the finger: how often the page paints while the slider is dragged."""

from benchmarks.browser import launch, serve
from benchmarks.harness import Run, benchmark

SECONDS, TOY_SECONDS = 10, 1
#: As many nodes and edges as are drawn, on a circle, so that the lines are as long as can be.
LARGEST = "?graph=erdos-renyi&erdos-renyi-num_nodes=1000&erdos-renyi-mean_degree=11.9"
TOY = "?graph=erdos-renyi&erdos-renyi-num_nodes=30"
#: No picture has more pixels than the first one: 427 × 640 in three colours.
PICTURE, TOY_PICTURE = "images", "images?picture=digit"


@benchmark("Drag d to and fro and count the frames", needs_browser=True)
def drag_of_d(scope):
    seconds = scope.amount(SECONDS, TOY_SECONDS)
    page = launch().new_context(viewport={"width": 1400, "height": 1000}).new_page()
    messages = {"sent": [], "received": []}
    page.on("websocket", lambda socket: _note(socket, messages))
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    url = serve(scope).url

    def drag(address, slider="num_low", film="drawings"):
        for noted in messages.values():
            noted.clear()
        page.goto(f"{url}/{address}")
        page.locator(f".st-key-{film} canvas").first.wait_for(timeout=120_000)
        page.wait_for_selector("[data-test-script-state=notRunning]", timeout=60_000)
        largest, number = max(messages["received"]), len(messages["sent"])
        busy = _processor_seconds(session)
        frames = page.evaluate(_DRAG, [seconds, slider, film])
        return frames | {
            "busy": _processor_seconds(session) - busy,
            "bytes": largest,
            "messages": len(messages["sent"]) - number,
        }

    return [
        Run("the barbell", lambda: drag(""), describe=_frames),
        Run(
            "1000 nodes and 5913 edges",
            lambda: drag(scope.amount(LARGEST, TOY)),
            describe=_frames,
        ),
        Run(
            "a picture of 427 by 640 pixels",
            lambda: drag(scope.amount(PICTURE, TOY_PICTURE), "low_fraction", "picture-parts"),
            describe=_frames,
        ),
    ]


def _processor_seconds(session):
    """Of the page's main thread so far, waiting for a core not counted."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(metric["value"] for metric in metrics if metric["name"] == "ThreadTime")


def _note(socket, messages):
    socket.on("framesent", lambda text: messages["sent"].append(len(text)))
    socket.on("framereceived", lambda text: messages["received"].append(len(text)))


def _frames(measured):
    gaps = measured["gaps"]
    return (
        f"{1000 * len(gaps) / sum(gaps):.0f} frames a second, {measured['paints']} of "
        f"{len(gaps)} with another d, longest gap {max(gaps):.0f} ms, "
        f"{1000 * measured['busy'] / len(gaps):.0f} ms of processor time a frame, "
        f"{measured['messages']} messages to the server, largest one from it "
        f"{measured['bytes'] / 1000:.0f} kB"
    )


#: Takes the thumb and moves it at every frame, to the end of the track and back in four
#: seconds; returns the milliseconds between frames, and how often the drawings changed.
_DRAG = """async ([seconds, slider, parts]) => {
  const thumb = document.querySelector(`.st-key-${slider} input`).closest('[data-rac]');
  const track = thumb.parentElement.getBoundingClientRect();
  const {x, y, width, height} = thumb.getBoundingClientRect();
  const send = (target, type, at) => target.dispatchEvent(new PointerEvent(type, {
    bubbles: true, pointerId: 7, pointerType: 'mouse', isPrimary: true, buttons: 1,
    button: type === 'pointermove' ? -1 : 0, clientX: at, clientY: y + height / 2}));
  const host = document.querySelector(`.st-key-${parts} [data-testid=stBidiComponentIsolated]`);
  const film = host.shadowRoot.querySelector('.film');
  while (!film.drawn) await new Promise(requestAnimationFrame);
  await new Promise((done) => setTimeout(done, 2000)); // the page comes to rest
  const gaps = [];
  let [drawn, paints] = [film.drawn, 0];
  send(thumb, 'pointerdown', x + width / 2);
  const since = await new Promise(requestAnimationFrame);
  let last = since;
  while (last - since < 1000 * seconds) {
    const phase = ((last - since) / 2000) % 2;
    send(document, 'pointermove', track.x + Math.min(phase, 2 - phase) * track.width);
    const now = await new Promise(requestAnimationFrame);
    gaps.push(now - last);
    last = now;
    if (film.drawn !== drawn) [drawn, paints] = [film.drawn, paints + 1];
  }
  send(document, 'pointerup', track.x);
  return {gaps, paints};
}"""
