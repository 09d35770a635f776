"""Tests of the kernel, with the miniature game."""
