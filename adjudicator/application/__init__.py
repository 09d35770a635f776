"""The append-only log of games, the only room beside the projections that knows eventsourcing."""
