"""`adjudicate health`: whether a service is ready, for people and for whatever starts and stops it."""

from __future__ import annotations

import argparse

from adjudicator_cli import connection

TIMEOUT_SECONDS = 5.0


def health_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `health`."""
    parser.add_argument(
        "--alive",
        action="store_true",
        help="only whether the process itself is well, even if its store does not answer",
    )
    connection.arguments(parser)


def health(args: argparse.Namespace) -> int:
    """Say SERVING (status 0) or anything else (status 1); needs no token."""
    import grpc
    from grpc_health.v1 import health_pb2, health_pb2_grpc

    from adjudicator_cli.terminal import say_json

    with connection.credentials(args).channel(args.server) as channel:
        asked = health_pb2.HealthCheckRequest(service="alive" if args.alive else "")
        try:
            answer = health_pb2_grpc.HealthStub(channel).Check(asked, timeout=TIMEOUT_SECONDS)
            status = health_pb2.HealthCheckResponse.ServingStatus.Name(answer.status)
        except grpc.RpcError as error:
            status = error.code().name
    if args.json:
        say_json({"server": args.server, "status": status})
    else:
        print(status)
    return int(status != "SERVING")
