"""What sentences are read as, and the story that is told of them: who is meant, what has been said so far."""
