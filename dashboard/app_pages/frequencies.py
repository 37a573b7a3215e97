"""Frequencies: a graph split into its low and its high frequencies."""

import streamlit as st

st.title("Graph frequencies")
