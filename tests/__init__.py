"""Tests; they mirror the code. `make test` runs them all."""

import os

# The tests start programs (PostgreSQL's) while threads of gRPC run. gRPC's own handlers of a fork end some one child
# of several hundred with a signal before it becomes that program; no child of ours goes on to speak gRPC.
os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")
