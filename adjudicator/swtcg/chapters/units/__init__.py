"""Units that are more than one card, or one of a kind: stacks, unique units, contests, Pilots; and retreating."""
