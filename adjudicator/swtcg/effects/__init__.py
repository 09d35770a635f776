"""Effects as data: the language of card texts, and the interpreter that carries them out."""
