"""Errors of answers, under the names of the SDK."""

import json


class LangGraphError(Exception):
    pass


class APIError(LangGraphError):
    pass


class APIStatusError(APIError):
    def __init__(self, message, *, response, body):
        super().__init__(message)
        self.message = message
        self.response = response
        self.body = body
        self.status_code = response.status_code
        self.request_id = response.headers.get("x-request-id")


class BadRequestError(APIStatusError):
    pass


class AuthenticationError(APIStatusError):
    pass


class PermissionDeniedError(APIStatusError):
    pass


class NotFoundError(APIStatusError):
    pass


class ConflictError(APIStatusError):
    pass


class UnprocessableEntityError(APIStatusError):
    pass


class RateLimitError(APIStatusError):
    pass


class InternalServerError(APIStatusError):
    pass


_by_status = {
    400: BadRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    422: UnprocessableEntityError,
    429: RateLimitError,
}


def raise_for_status(response, content):
    if response.status_code < 400:
        return
    try:
        body = json.loads(content)
    except ValueError:
        body = content.decode("utf-8", "replace") or None
    told = body if isinstance(body, dict) else {}
    words = [told.get(key) for key in ("message", "detail", "error")]
    message = next((one for one in words if isinstance(one, str) and one), f"{response.status_code} {response.reason}")
    unnamed = InternalServerError if response.status_code >= 500 else APIStatusError
    raise _by_status.get(response.status_code, unnamed)(message, response=response, body=body)
