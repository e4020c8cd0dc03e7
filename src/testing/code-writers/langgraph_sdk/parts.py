"""What the parts of the client share: paths and bodies."""

from urllib.parse import quote

NOT_PROVIDED = object()


def path(*segments):
    """Each odd segment is a parameter: escaped, also where it is only dots."""
    return "/".join(_escaped(one) if at % 2 else one for at, one in enumerate(segments))


def _escaped(value):
    if value is None or isinstance(value, (bytes, bytearray)):
        raise TypeError("a path parameter is a text or a UUID")
    text = quote(str(value), safe="")
    return text.replace(".", "%2E") if text.strip(".") == "" else text


def given(arguments, *names):
    """The named arguments that are not None, as members of a body."""
    return {name: arguments[name] for name in names if arguments[name] is not None}


def filled(arguments, *names):
    """The named arguments that are not empty either: how the SDK writes most filters."""
    return {name: arguments[name] for name in names if arguments[name]}


def with_params(query, params):
    return {**query, **dict(params or {})}
