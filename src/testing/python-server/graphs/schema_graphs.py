"""Graphs for the schema, subgraph and command cases, as in `real-server/schema-graphs.mjs`."""

from typing import Annotated, Any, Literal

from channels import append
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command
from pydantic import BaseModel, Field


def one_node(state: type):
    return StateGraph(state).add_node("only", lambda _: {}).add_edge(START, "only").add_edge("only", END).compile()


class Plain(BaseModel):
    items: list[str] = []
    label: str | None = None


plain_zod = one_node(Plain)


class Marked(BaseModel):
    messages: Annotated[list[str], append] = Field(default=[], json_schema_extra={"langgraph_type": "messages"})
    status: Literal["idle", "done"] = "idle"


marked_zod = one_node(Marked)


class Whole(BaseModel):
    ofWhole: str | None = None


class Middle(BaseModel):
    ofMiddle: str | None = None


class Inner(BaseModel):
    ofInner: str | None = None


def nothing(_: Any) -> dict:
    return {}


def chain(state: type, first: tuple, second: tuple):
    return (
        StateGraph(state)
        .add_node(*first)
        .add_node(*second)
        .add_edge(START, first[0])
        .add_edge(first[0], second[0])
        .add_edge(second[0], END)
        .compile()
    )


three_levels = chain(
    Whole,
    ("begin", nothing),
    (
        "outer",
        chain(
            Middle,
            ("prepare", nothing),
            ("middle", chain(Inner, ("one", nothing), ("two", nothing))),
        ),
    ),
)


class Handoff(BaseModel):
    text: str | None = None
    log: str | None = None


def leave(_: Handoff) -> Command:
    return Command(graph=Command.PARENT, goto="elsewhere", update={"text": "left"})


handoff = StateGraph(Handoff).add_node("leave", leave).add_edge(START, "leave").add_edge("leave", END).compile()
