"""A graph with a setting that its schema ties to a node, as in `real-server/settings-graphs.mjs`."""

from typing import Annotated

from channels import Default
from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime
from pydantic import BaseModel, Field


class State(BaseModel):
    name: Annotated[str, Default("Ada")] = "Ada"
    letter: Annotated[str, Default("")] = ""


class Context(BaseModel):
    closing: str = Field(
        default="Bye",
        description="How a letter ends.",
        json_schema_extra={"langgraph_nodes": ["write"], "langgraph_type": "prompt"},
    )
    color: str | None = None


def write(state: State, runtime: Runtime[Context]) -> dict:
    closing = runtime.context.closing if runtime.context else "none"
    return {"letter": f"{state.letter}\n{closing}"}


letter = (
    StateGraph(State, Context)
    .add_node("greet", lambda state: {"letter": f"Dear {state.name},"})
    .add_node("write", write)
    .add_edge(START, "greet")
    .add_edge("greet", "write")
    .add_edge("write", END)
    .compile()
)
