"""The Star Wars Trading Card Game: its table, its rules chapter by chapter, its cards. Pure."""
