"""Lessons: their texts, and the panel that keeps one beside the view it is about."""
