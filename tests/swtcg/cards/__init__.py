"""Tests of the cards: catalogue, importers, keyword reader, decks."""
