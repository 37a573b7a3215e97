"""WebGL contexts: a browser keeps about sixteen and then drops the oldest."""

import streamlit as st

#: A redrawn chart is a new canvas with a new context. The old one would stay until the browser
#: collects its garbage, and enough of them take the context from a chart that is still shown.
_release = st.components.v2.component(
    "release_webgl",
    js="""
    const release = (canvas) => {
        if (canvas.isConnected) return;  // moved, not removed
        const context = canvas.getContext("webgl") ?? canvas.getContext("webgl2");
        context?.getExtension("WEBGL_lose_context")?.loseContext();
    };
    export default function () {
        const observer = new MutationObserver((records) => {
            for (const node of records.flatMap((record) => [...record.removedNodes])) {
                node.querySelectorAll?.("canvas").forEach(release);
            }
        });
        observer.observe(document.body, { subtree: true, childList: true });
        return () => observer.disconnect();
    }
    """,
)


def release_unused() -> None:
    """Releases the contexts of charts that leave the page; shows nothing itself."""
    _release(key="webgl")
