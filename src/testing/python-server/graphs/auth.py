"""Permissions on the server with users, as in `real-server/auth.mjs`: the API key is the user's name."""

from langgraph_sdk import Auth

SCOPES = {"johndoe": ["read", "write"], "janedoe": ["read", "write"], "reader": ["read"]}

auth = Auth()


@auth.authenticate
async def authenticate(headers: dict) -> dict:
    given = headers.get(b"x-api-key") or headers.get("x-api-key") or b""
    key = given.decode() if isinstance(given, bytes) else given
    name, _, only = key.partition(":")
    if name not in SCOPES:
        raise Auth.exceptions.HTTPException(status_code=401, detail="Who are you?")
    permissions = ["read"] if only == "read" else SCOPES[name]
    return {"identity": name, "permissions": permissions, "is_authenticated": True, "display_name": name}


def owned(ctx) -> dict:
    return {"owner": ctx.user.identity}


def stamped(ctx, value: dict) -> dict:
    if "write" not in ctx.permissions:
        raise Auth.exceptions.HTTPException(status_code=403, detail="Not allowed")
    # In place: the server keeps the object that it gave.
    value.setdefault("metadata", {}).update(owner=ctx.user.identity)
    return owned(ctx)


@auth.on.threads
async def on_threads(ctx, value):
    return owned(ctx)


@auth.on.threads.create
async def on_threads_create(ctx, value):
    return stamped(ctx, value)


@auth.on.threads.create_run
async def on_threads_create_run(ctx, value):
    return stamped(ctx, value)


TEAMS = {
    "one": lambda user: user.identity,
    "listOfOne": lambda user: [user.identity],
    "both": lambda user: ["johndoe", "janedoe"],
    "nobody": lambda user: "nobody",
}


@auth.on.threads.search
async def on_threads_search(ctx, value):
    team = TEAMS.get(((value or {}).get("metadata") or {}).get("shared"))
    return {"team": {"$contains": team(ctx.user)}} if team else owned(ctx)


@auth.on.assistants
async def on_assistants(ctx, value):
    return owned(ctx)


@auth.on.assistants.read
async def on_assistants_read(ctx, value):
    return {"owner": {"$eq": ctx.user.identity}}


@auth.on.assistants.create
async def on_assistants_create(ctx, value):
    return stamped(ctx, value)


@auth.on.store
async def on_store(ctx, value):
    namespace = (value or {}).get("namespace") or (value or {}).get("namespace_prefix") or (value or {}).get("prefix")
    first = namespace[0] if namespace else None
    if first != ctx.user.identity:
        raise Auth.exceptions.HTTPException(status_code=403, detail="Not your namespace")
