"""The custom routes of the test graphs, in an application of the kind that Aegra wants."""

from fastapi import FastAPI
from routes import app as plain

app = FastAPI(openapi_url=None)
app.router.routes.extend(plain.routes)
