"""Tests of the application, with the miniature game."""
