"""Runs Aegra for one test, on loopback and offline, and ends when its standard input is closed.

Its argument is a port. The configuration is in the environment, also the name of its database, which is made if it is
not there.
"""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "python-server"))

from offline import end_with_parent, refuse_outside  # noqa: E402

refuse_outside()
end_with_parent()

import psycopg.sql  # noqa: E402
import uvicorn  # noqa: E402


def make_database(name: str) -> None:
    url = os.environ["DATABASE_URL"].rsplit("/", 1)[0] + "/postgres"
    with psycopg.connect(url, autocommit=True) as connection:
        known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", (name,)).fetchone()
        if known is None:
            connection.execute(psycopg.sql.SQL("CREATE DATABASE {}").format(psycopg.sql.Identifier(name)))


make_database(os.environ["AEGRA_DATABASE"])
uvicorn.run("aegra_api.main:app", host="127.0.0.1", port=int(sys.argv[1]), log_level="warning", access_log=False)
