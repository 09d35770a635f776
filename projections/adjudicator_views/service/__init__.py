"""The views over gRPC (ProjectionService), in the process that follows the log."""
