"""Stores as the commands name them that open one without a service: a file, or a URL."""

from __future__ import annotations

import os

from adjudicator_cli.terminal import UnusableError


def store_that_exists(given: str) -> str:
    """The store that a file or a URL names. Raises NoSuchStoreError; UnusableError for a file that is not there."""
    from adjudicator.application.stores import MEMORY, is_postgres, store_named

    store = store_named(given) if "://" in given else given
    if is_postgres(store):
        return store
    path = os.path.abspath(store)  # noqa: PTH100 - pathlib would cost more start-up time
    if store == MEMORY or not os.path.isfile(path):  # noqa: PTH113 - as above
        raise UnusableError(f"there is no log {path}")
    return path
