"""Cards: the catalogue of facts and effects, importers, decks and the deck check."""
