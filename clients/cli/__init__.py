"""The command `adjudicate`."""
