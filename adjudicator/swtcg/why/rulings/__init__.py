"""Rulings on single cards as data: which general rule each of them works out for its card (room: on_cards)."""
