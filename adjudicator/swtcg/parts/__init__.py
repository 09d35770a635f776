"""The parts of the game that are loaded when somebody asks for them: its cards, and what a random player needs."""
