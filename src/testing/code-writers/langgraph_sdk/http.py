"""Requests as the SDK's HTTP client sends them, by the standard library."""

import gzip
import http.client
import json as _json
import zlib
from contextlib import contextmanager
from urllib.parse import quote, urlencode, urlsplit

from .errors import raise_for_status
from .sse import parts_of


class Response:
    """What ``on_response`` sees."""

    def __init__(self, answer):
        self.status_code = answer.status
        self.reason = answer.reason
        self.headers = answer.headers


class Http:
    def __init__(self, url, headers, timeout):
        self._url = urlsplit(url)
        self._headers = {"Accept": "*/*", "Accept-Encoding": "gzip, deflate", "Connection": "keep-alive", **headers}
        self._timeout = timeout

    def get(self, path, *, params=None, headers=None, on_response=None):
        return self._send("GET", path, None, params, headers, on_response)

    def post(self, path, *, json, params=None, headers=None, on_response=None):
        content = b"" if json is None else _encoded(json)
        return self._send("POST", path, content, params, headers, on_response)

    def put(self, path, *, json, params=None, headers=None, on_response=None):
        return self._send("PUT", path, _encoded(json), params, headers, on_response)

    def patch(self, path, *, json, params=None, headers=None, on_response=None):
        return self._send("PATCH", path, _encoded(json), params, headers, on_response)

    def delete(self, path, *, json=None, params=None, headers=None, on_response=None):
        content = None if json is None else _encoded(json)
        self._send("DELETE", path, content, params, headers, on_response)

    def request_reconnect(
        self, path, method, *, json=None, params=None, headers=None, on_response=None, reconnect_limit=5
    ):
        content = None if json is None else _encoded(json)
        try:
            return self._send(method, path, content, params, headers, on_response)
        except _Cut as cut:
            if reconnect_limit <= 0 or cut.location is None:
                raise
            return self.request_reconnect(cut.location, "GET", headers=headers, reconnect_limit=reconnect_limit - 1)

    def stream(self, path, method, *, json=None, params=None, headers=None, on_response=None):
        content = None if json is None else _encoded(json)
        asked = {"Accept": "text/event-stream", "Cache-Control": "no-store", **(headers or {})}
        with self._open(method, path, content, params, asked) as answer:
            response = Response(answer)
            if on_response:
                on_response(response)
            if response.status_code >= 400:
                raise_for_status(response, _decoded(answer))
            kind = answer.headers.get("content-type", "")
            if "text/event-stream" not in kind.split(";")[0]:
                raise http.client.HTTPException(f"Expected text/event-stream, got {kind!r}")
            yield from parts_of(_chunks(answer))

    def _send(self, method, path, content, params, headers, on_response):
        with self._open(method, path, content, params, headers or {}) as answer:
            response = Response(answer)
            if on_response:
                on_response(response)
            try:
                body = _decoded(answer)
            except (OSError, http.client.HTTPException) as broken:
                raise _Cut(answer.headers.get("location")) from broken
            raise_for_status(response, body)
            return _json.loads(body) if body else None

    @contextmanager
    def _open(self, method, path, content, params, headers):
        secure = self._url.scheme == "https"
        connect = http.client.HTTPSConnection if secure else http.client.HTTPConnection
        connection = connect(self._url.hostname, self._url.port, timeout=self._timeout)
        typed = {} if not content else {"Content-Type": "application/json"}
        try:
            connection.request(method, self._target(path, params), content, {**self._headers, **typed, **headers})
            yield connection.getresponse()
        finally:
            connection.close()

    def _target(self, path, params):
        route, mark, query = path.partition("?")
        query = _query(params) if params is not None else query
        mark = "?" if query else ""
        # Escapes that are there already stay.
        return self._url.path.rstrip("/") + quote(route, safe="/%:@!$&'()*+,;=~") + mark + query


class _Cut(http.client.HTTPException):
    """The answer ended before it was whole."""

    def __init__(self, location):
        super().__init__("The connection was lost.")
        self.location = location


def _query(params):
    pairs = params.items() if hasattr(params, "items") else params
    listed = ((name, value if isinstance(value, (list, tuple)) else [value]) for name, value in pairs)
    return urlencode([(name, _plain(one)) for name, values in listed for one in values], quote_via=quote)


def _plain(value):
    return {True: "true", False: "false", None: ""}[value] if value is None or value is True or value is False else value


def _encoded(value):
    """The SDK's encoder refuses integers beyond 64 bits and writes what is not finite as null."""
    return _json.dumps(_checked(value), ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode("utf-8")


def _checked(value):
    if isinstance(value, dict):
        return {key: _checked(member) for key, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [_checked(item) for item in value]
    if isinstance(value, int) and not isinstance(value, bool) and not -(2**63) <= value < 2**64:
        raise TypeError("Integer exceeds 64-bit range")
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return None
    return value


def _decoded(answer):
    content = answer.read()
    packed = answer.headers.get("content-encoding")
    return gzip.decompress(content) if packed == "gzip" else zlib.decompress(content) if packed == "deflate" else content


def _chunks(answer):
    packed = answer.headers.get("content-encoding")
    unpack = zlib.decompressobj(zlib.MAX_WBITS | 32).decompress if packed else bytes
    while True:
        chunk = answer.read1(65536)
        if not chunk:
            return
        yield unpack(chunk)
