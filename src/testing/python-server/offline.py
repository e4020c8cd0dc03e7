"""What servers in Python need as children of a test: nothing from outside of this machine, and an end with their parent."""

import ipaddress
import os
import sys
import threading


def refuse_outside() -> None:
    """Refuses connections that leave this machine, and says which were wanted."""
    sys.addaudithook(_refuse)


def end_with_parent() -> None:
    """Ends when standard input is closed. Whoever started this holds its other end, also a program that was killed."""
    threading.Thread(target=_wait_for_end, daemon=True).start()


def _refuse(event: str, arguments: tuple) -> None:
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


def _wait_for_end() -> None:
    while os.read(0, 1024):
        pass
    os._exit(0)
