"""`python -m tests.kit.newer serve ...`: this program as the next one might be, with one more step of the schema.

`python -m tests.kit.newer views ...` is its `python -m adjudicator_views`.
"""

from __future__ import annotations

import sys
from typing import Any

from psycopg.sql import SQL, Identifier

from adjudicator.application import postgres_schema as schema
from adjudicator_cli.main import main
from adjudicator_views.__main__ import main as views


def _by_kind(datastore: Any, connection: Any) -> None:
    statement = SQL("CREATE INDEX IF NOT EXISTS adjudicator_kinds ON {} (topic)")
    connection.execute(statement.format(Identifier(datastore.schema, schema.EVENTS)))


if __name__ == "__main__":
    schema.MIGRATIONS = (*schema.MIGRATIONS, _by_kind)
    schema.NEWEST = len(schema.MIGRATIONS)
    sys.exit(views(sys.argv[2:]) if sys.argv[1] == "views" else main())
