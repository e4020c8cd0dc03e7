"""Runs `langgraph dev` for one test, on loopback and offline, and ends when its standard input is closed.

Its arguments are those of `langgraph dev`. Whoever started it holds the other end of its standard input, so it
does not outlive a program that was killed.
"""

import ipaddress
import os
import sys
import threading


def refuse_outside(event: str, arguments: tuple) -> None:
    """Refuses connections that leave this machine, and says which were wanted."""
    if event == "socket.getaddrinfo":
        host = arguments[0]
    elif event == "socket.connect" and isinstance(arguments[1], tuple):
        host = arguments[1][0]
    else:
        return
    name = host.decode() if isinstance(host, bytes) else host
    if name in (None, "", "localhost"):
        return
    try:
        if ipaddress.ip_address(name).is_loopback or ipaddress.ip_address(name).is_unspecified:
            return
    except ValueError:
        pass
    print(f"WANTED OUTSIDE: {name}", file=sys.stderr, flush=True)
    raise PermissionError(f"This server is offline, and wanted {name}.")


def end_with_parent() -> None:
    while os.read(0, 1024):
        pass
    os._exit(0)


sys.addaudithook(refuse_outside)
threading.Thread(target=end_with_parent, daemon=True).start()

from langgraph_cli.cli import cli  # noqa: E402

cli(["dev", *sys.argv[1:]])
