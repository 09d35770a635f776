"""The shortcuts on which players agree and which last, in their words."""

from __future__ import annotations

GO, TO_BATTLE, NO_ATTACKS, SAME = SHORTCUTS = ("go", "ready for battle", "no attacks", "same")
"""All of them."""
LASTING = (TO_BATTLE, SAME)
"""The shortcuts that last: until the battle phase, and through a turn's chances as long as nothing is discarded."""

NO_SHORTCUT = ("", "")
"""No shortcut lasts; of one that does there are its words and the player who has offered it."""
AGREED = "shortcut agreed"
"""What is kept of a shortcut that passes over steps in which something could have been done."""
