"""A stand-in for the public ``langgraph_sdk``, for machines that lack it: its synchronous client, without packages.

Names, parameters, defaults, routes and members of bodies are those of langgraph_sdk 0.4.5, so that a program with a
wrong argument fails here as it does there. It sends real requests and reads real answers. Tests prefer the real one.
"""

import os

from .assistants import Assistants
from .crons import Crons
from .http import Http
from .parts import NOT_PROVIDED
from .runs import Runs
from .store import Store
from .threads import Threads

__version__ = "0.4.5"
__all__ = ["get_sync_client"]


def get_sync_client(*, url=None, api_key=NOT_PROVIDED, headers=None, timeout=None):
    if "x-api-key" in (headers or {}):
        raise ValueError("Cannot set reserved header 'x-api-key'")
    sent = {"User-Agent": f"langgraph-sdk-py/{__version__}", **(headers or {})}
    key = _key_of_environment() if api_key is NOT_PROVIDED else api_key
    if key:
        sent["x-api-key"] = key
    return Client(Http(url or "http://localhost:8123", sent, timeout or 300))


def _key_of_environment():
    names = (f"{product}_API_KEY" for product in ("LANGGRAPH", "LANGSMITH", "LANGCHAIN"))
    found = next((os.environ[name] for name in names if os.environ.get(name)), "")
    return found.strip().strip('"').strip("'")


class Client:
    def __init__(self, http):
        self.http = http
        self.assistants = Assistants(http)
        self.threads = Threads(http)
        self.runs = Runs(http)
        self.crons = Crons(http)
        self.store = Store(http)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Each request has a connection of its own, so that nothing is left open."""
