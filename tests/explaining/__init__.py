"""Tests of explanations, with boards of the Star Wars TCG."""
