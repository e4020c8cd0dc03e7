"""Runs `langgraph dev` for one test, on loopback and offline, and ends when its standard input is closed.

Its arguments are those of `langgraph dev`.
"""

import sys

from offline import end_with_parent, refuse_outside

refuse_outside()
end_with_parent()

from langgraph_cli.cli import cli  # noqa: E402

cli(["dev", *sys.argv[1:]])
