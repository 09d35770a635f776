"""Answers to what the table asks, and what their options are called."""
