"""What a page sends to the browser for the parts that follow d there."""


def content(app, key):
    """The packed content of the part with this key."""
    found = [e for e in app.get("bidi_component") if e.proto.id.endswith(f"-{key}")]
    assert len(found) == 1, [e.proto.id for e in app.get("bidi_component")]
    return found[0].proto.bytes


def shown_parts(app):
    """The keys of the parts that are shown."""
    films = [e for e in app.get("bidi_component") if e.proto.component_name == "film"]
    return {e.key for e in films}
