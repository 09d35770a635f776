"""The gRPC service: one handler per RPC, translation, status mapping and the composition root."""
