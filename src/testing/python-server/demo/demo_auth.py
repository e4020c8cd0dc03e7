"""Only clients with this launch's token may use the server, as in `resources/demo/auth.mjs`."""

import hashlib
import hmac
import os

from langgraph_sdk import Auth

auth = Auth()
WANTED = os.environ.get("DEMO_TOKEN_DIGEST", "")


@auth.authenticate
async def authenticate(authorization: str | None) -> dict:
    scheme, _, given = (authorization or "").partition(" ")
    digest = hashlib.sha256(given.encode()).hexdigest()
    if not WANTED or scheme != "Bearer" or not hmac.compare_digest(digest, WANTED):
        raise Auth.exceptions.HTTPException(status_code=401, detail="This server requires its access token.")
    return {"identity": "studio", "permissions": []}
