"""Server-sent events, as the SDK hands them out."""

import json
import re
from typing import Any, NamedTuple, Optional


class StreamPart(NamedTuple):
    event: str
    data: Any
    id: Optional[str] = None


def parts_of(chunks):
    event, data, last_id = "", b"", None
    for line in _lines(chunks):
        if line:
            field, _, value = line.partition(b":")
            value = value[1:] if value.startswith(b" ") else value
            if field == b"event":
                event = value.decode()
            elif field == b"data":
                data += value
            elif field == b"id" and b"\0" not in value:
                last_id = value.decode()
            continue
        if event or data:
            yield StreamPart(event, json.loads(data) if data else None, last_id)
        event, data = "", b""


def _lines(chunks):
    """Lines end with LF, CR or both, also across chunks. A pending event is flushed by an empty line at the end."""
    rest = b""
    for chunk in chunks:
        rest += chunk
        held = b"\r" if rest.endswith(b"\r") else b""
        *whole, rest = re.split(rb"\r\n|\n|\r", rest[: len(rest) - len(held)])
        rest += held
        yield from whole
    yield from re.split(rb"\r\n|\n|\r", rest)
    yield b""
