"""Tests; they mirror the code. `make test` runs them all."""
