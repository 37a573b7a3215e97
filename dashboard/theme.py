"""The app's one palette: every colour of a chart comes from here or from config.toml.

`.streamlit/config.toml` repeats these values for Streamlit's own widgets and charts; a test
checks that they agree. The categorical colours are those of Okabe and Ito, which can be told
apart with any colour vision; the diverging ones run from purple to green (ColorBrewer's PRGn).
"""

BLUE = "#0072B2"
ORANGE = "#E69F00"
GREEN = "#009E73"
PURPLE = "#CC79A7"
VERMILLION = "#D55E00"
SKY = "#56B4E9"
YELLOW = "#F0E442"
GREY = "#7F8B99"

#: Classes, runs and other things without an order.
CATEGORICAL = (BLUE, ORANGE, GREEN, PURPLE, VERMILLION, SKY, YELLOW, GREY)
#: Second sign of a class beside its colour, as ECharts symbols, in the same order.
SYMBOLS = ("circle", "rect", "triangle", "diamond", "pin", "roundRect", "arrow", "emptyCircle")

#: Low and high frequencies, wherever the two stand beside each other.
LOW, HIGH = "#2484C1", VERMILLION  # a blue that shows on dark, too
#: Bands from the lowest to the highest, for splits into more than two.
BANDS = (LOW, HIGH, GREEN, ORANGE, PURPLE, SKY, YELLOW, GREY)

#: Lines and outlines that show on either background. Text has no colour that is readable on
#: both; it takes that of the page.
NEUTRAL = GREY
#: Unknown and undefined values.
MISSING = "#B3BAC4"

#: From little to much, on a light background; a dark one takes it reversed.
SEQUENTIAL = (
    "#E6F1F9",
    "#CBE2F2",
    "#ABD1EA",
    "#87BEE1",
    "#60AAD6",
    "#3C96CA",
    "#1C82BC",
    "#0072B2",
    "#00598C",
    "#004068",
)
#: From most negative through 0 to most positive.
DIVERGING = (
    "#6A2C85",
    "#8B4CA3",
    "#A878BC",
    "#C5A5D2",
    "#E2D3E7",
    "#D3EBD8",
    "#A3D6AE",
    "#69BB80",
    "#2F9B5B",
    "#127A40",
)
NEGATIVE, POSITIVE = "#A05BBA", "#2A9D5C"
#: The same for drawings: 0 fades into the background, so it serves light and dark alike.
FADING = (NEGATIVE, "rgba(160,91,186,0.7)", "rgba(127,139,153,0.10)",
          "rgba(42,157,92,0.7)", POSITIVE)  # fmt: skip
