"""The configuration: defaults, environment, flags, and what does not fit."""

from __future__ import annotations

import pytest

from adjudicator.service.config import MEANINGS, Configuration, ConfigurationError, configuration
from adjudicator.service.furnishing import store_path


def test_flags_win_over_the_environment_and_that_over_defaults() -> None:
    """Each option is read from the flag, else from its variable, else it has its default."""
    environment = {"ADJUDICATOR_LISTEN": "0.0.0.0:7000", "ADJUDICATOR_MAX_WATCHERS": "7", "PATH": "x"}
    found = configuration({"listen": "127.0.0.1:8000"}, environment)
    assert ("127.0.0.1:8000", 7, Configuration().store) == (found.listen, found.max_watchers, found.store)


def test_every_option_is_explained() -> None:
    """`serve --help` has a line for each field, in their order."""
    assert Configuration.__struct_fields__ == tuple(MEANINGS)


@pytest.mark.parametrize(
    ("given", "environment"),
    [
        ({}, {"ADJUDICATOR_LISTNE": "127.0.0.1:1"}),
        ({"max_watchers": "0"}, {}),
        ({"max_watchers": "many"}, {}),
        ({"grace_seconds": "-1"}, {}),
        ({"log_level": "loud"}, {}),
        ({"listen": "127.0.0.1"}, {}),
        ({"listen": "127.0.0.1:70000"}, {}),
        ({"listen": ":50051"}, {}),
    ],
)
def test_what_does_not_fit_is_an_error(given: dict[str, str], environment: dict[str, str]) -> None:
    """A misspelt variable and a value that does not fit are named, not passed over."""
    with pytest.raises(ConfigurationError, match="configuration"):
        configuration(given, environment)


def test_variables_of_others_are_left_alone() -> None:
    """The client's and the tests' own variables are no options of the service."""
    assert Configuration() == configuration({}, {"ADJUDICATOR_SERVER": "x", "ADJUDICATOR_SHARED": "y"})


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("sqlite:///games.sqlite", "games.sqlite"),
        ("sqlite:////var/g.sqlite", "/var/g.sqlite"),
        ("sqlite:///:memory:", ":memory:"),
        ("postgresql://ann@db.local/games?sslmode=require", "postgresql://ann@db.local/games?sslmode=require"),
    ],
)
def test_stores(url: str, path: str) -> None:
    """A URL names a file, the memory or a database."""
    assert path == store_path(url)


@pytest.mark.parametrize("url", ["", "games.sqlite", "sqlite:///", "mysql://ann:sesame@localhost/games"])
def test_stores_that_we_do_not_have(url: str) -> None:
    """Any other store is an error at the start, which does not repeat a password."""
    with pytest.raises(ConfigurationError) as refused:
        store_path(url)
    assert "sesame" not in str(refused.value)
