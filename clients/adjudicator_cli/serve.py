"""`adjudicate serve`: the door to the service's own start."""

from __future__ import annotations

import argparse


def serve_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `serve`, one for each field of the configuration."""
    from adjudicator.service.config import MEANINGS, PREFIX, Configuration

    defaults = Configuration()
    parser.description = f"Start the service. Each option is also an environment variable, as {PREFIX}LISTEN."
    for name, meaning in MEANINGS.items():
        default = getattr(defaults, name)
        flag = "--" + name.replace("_", "-")
        parser.add_argument(flag, metavar="X", default=None, help=f"{meaning} (default: {default!s})")


def serve(args: argparse.Namespace) -> int:
    """Serve until a signal comes."""
    import gc

    gc.disable()  # loading makes hardly any rubbish, and looking for it takes a fifth of the time (start.settle_memory)
    try:
        from adjudicator.service.config import configuration
        from adjudicator.service.start import run

        given = {name: value for name, value in vars(args).items() if value is not None}
        found = configuration(given)

        def ready(port: int, *web: int) -> None:
            print(f"serving on {found.listen.rpartition(':')[0]}:{port}", flush=True)
            for each in web:
                scheme = "https" if found.tls_certificate else "http"
                print(f"pages on {scheme}://{found.web.rpartition(':')[0]}:{each}", flush=True)

        run(found, ready)
    finally:
        gc.enable()
    return 0
