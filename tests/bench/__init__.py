"""The bench: measures against the bars of the project, peers in the same run (`make bench`)."""
