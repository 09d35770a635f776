"""What every phrase of the grammar means, a room for each kind."""
