"""From sentences to instructions and abilities: what opens and closes them, on which condition, how long."""
