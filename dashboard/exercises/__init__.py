"""Lessons in which a visitor makes something, and is told how near it is to what is asked."""
