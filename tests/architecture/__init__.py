"""Tests of the shape of the repository itself: imports, sizes, names and what may be committed."""
