"""Effects carried out: the interpreter, its instructions by kind, replacements."""
