"""What people use: the command `adjudicate` and the Python client library."""
