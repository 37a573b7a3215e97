"""Readers of file formats: what is written in a file, before anything is made of it."""
