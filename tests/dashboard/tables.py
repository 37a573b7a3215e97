"""The tables of a page, the twins of its charts, and those that its charts draw from."""

from streamlit.dataframe_util import convert_arrow_bytes_to_pandas_df


def tables(app):
    """Opens the fold of the tables and returns them by what stands above them."""
    app.session_state["table-twin"] = True
    app.run()
    assert not app.exception, [e.value for e in app.exception]
    fold = app.get_by_key("table-twin")
    captions = [caption.value for caption in fold.caption]
    return dict(zip(captions, [frame.value for frame in fold.dataframe], strict=True))


def drawn(app, key):
    """The tables that the chart with this key draws from."""
    [chart] = [e for e in app.get("echarts_chart") if e.proto.id.endswith(f"-{key}")]
    sources = [convert_arrow_bytes_to_pandas_df(d.data.data) for d in chart.proto.datasets]
    return sources[0] if len(sources) == 1 else sources
