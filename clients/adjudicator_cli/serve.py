"""`adjudicate serve` and `desk`: the door to the service's own start."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

PAGE = "127.0.0.1:8080"
"""Where `desk` shows the page if nobody says otherwise."""

NO_PAGE = (
    "the pages of the judge's console are not in this installation: run `make web` in a checkout (it needs Node 20), "
    "or install a wheel that carries them"
)


class NoPageError(RuntimeError):
    """There is nothing to show in a browser."""

    told_to_people = True


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
    _serve(vars(args), lambda _: None)
    return 0


def desk_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `desk`: those of `serve`, and whether to open the browser."""
    serve_arguments(parser)
    parser.description = (
        f"Start the service on this machine, with its page at http://{PAGE} or where --web says, and open it in the "
        "browser. Ctrl+C ends it. It needs the extra `web`."
    )
    parser.add_argument("--no-browser", action="store_true", help="only print the address")


def desk(args: argparse.Namespace) -> int:
    """Serve with the page until a signal comes, and show it."""
    from adjudicator.service.web.build import is_built

    if not is_built():
        raise NoPageError(NO_PAGE)
    options = vars(args)
    quiet = options.pop("no_browser")
    _serve(options, (lambda _: None) if quiet else _show, web=PAGE)
    return 0


def _serve(options: dict[str, Any], show: Callable[[str], None], web: str = "") -> None:
    """Serve until a signal comes; `show` is told where the page is, `web` is its place if no option says."""
    import gc

    gc.disable()  # loading makes hardly any rubbish, and looking for it takes a fifth of the time (start.settle_memory)
    try:
        from adjudicator.service.config import configuration
        from adjudicator.service.start import run

        given = {name: value for name, value in options.items() if value is not None}
        found = configuration(given)
        if web and not found.web:
            found = configuration({**given, "web": web})

        def ready(port: int, *web: int) -> None:
            print(f"serving on {found.listen.rpartition(':')[0]}:{port}", flush=True)
            for each in web:
                scheme = "https" if found.tls_certificate else "http"
                address = f"{scheme}://{found.web.rpartition(':')[0]}:{each}"
                print(f"pages on {address}", flush=True)
                show(address)

        run(found, ready)
    finally:
        gc.enable()


def _show(address: str) -> None:
    """Open the browser, if there is one; some stay in the foreground, so it has a thread of its own."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
