"""All charts of the app: pure functions from arrays to ECharts options or Plotly figures."""
