"""What lies beside the play area until the game ends: Events and Resources."""
