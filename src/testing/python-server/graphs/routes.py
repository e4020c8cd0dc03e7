"""Custom routes next to those of the graph server, as in `real-server/routes.mjs`."""

from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route

received: list = []


async def receive(request):
    received.append(await request.json())
    return JSONResponse({"status": "success"})


async def show(request):
    return JSONResponse(received)


async def openapi(request):
    paths = {"/custom/webhook": {"get": {"summary": "What was received"}, "post": {"description": "Receives"}}}
    return JSONResponse({"openapi": "3.1.0", "paths": paths})


app = Starlette(
    routes=[
        Route("/custom/webhook", receive, methods=["POST"]),
        Route("/custom/webhook", show, methods=["GET"]),
        Route("/openapi.json", openapi, methods=["GET"]),
    ]
)
