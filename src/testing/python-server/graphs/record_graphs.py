"""Graphs for the record of a thread, as in `real-server/record-graphs.mjs`."""

import asyncio
from typing import Annotated

from channels import Default, append
from langgraph.graph import END, START, StateGraph
from langgraph.types import interrupt
from pydantic import BaseModel


class State(BaseModel):
    text: Annotated[str, Default("")] = ""
    log: Annotated[list[str], append] = []


class Notes(BaseModel):
    text: Annotated[str, Default("")] = ""
    notes: Annotated[list[str], append] = []


def note(name: str, seconds: float = 0):
    async def node(_: State) -> dict:
        await asyncio.sleep(seconds)
        return {"log": name}

    return node


spin = (
    StateGraph(State)
    .add_node("spin", note("spin"))
    .add_edge(START, "spin")
    .add_conditional_edges("spin", lambda _: "spin", ["spin", END])
    .compile()
)


async def fail(_: State) -> dict:
    await asyncio.sleep(0.15)
    raise TypeError("it broke")


quarrel = (
    StateGraph(State)
    .add_node("fails", fail)
    .add_node("left", note("left", 0.6))
    .add_node("right", note("right", 0.6))
    .add_node("quick", note("quick"))
    .add_edge(START, "fails")
    .add_edge(START, "left")
    .add_edge(START, "right")
    .add_edge(START, "quick")
    .compile()
)

paces = (
    StateGraph(State)
    .add_node("first", note("first", 0.1))
    .add_node("left", note("left", 0.1))
    .add_node("right", note("right", 0.3))
    .add_node("last", note("last"))
    .add_edge(START, "first")
    .add_edge("first", "left")
    .add_edge("first", "right")
    .add_edge(["left", "right"], "last")
    .add_edge("last", END)
    .compile()
)

clerk = (
    StateGraph(Notes)
    .add_node("ready", lambda _: {"notes": "ready"})
    .add_node("ask", lambda _: {"notes": f"answer: {interrupt({'question': 'Sign?'})}"})
    .add_edge(START, "ready")
    .add_edge("ready", "ask")
    .add_edge("ask", END)
    .compile(checkpointer=True)
)

office = (
    StateGraph(State)
    .add_node("clerk", clerk)
    .add_node("file", note("file"))
    .add_edge(START, "clerk")
    .add_edge("clerk", "file")
    .add_edge("file", END)
    .compile()
)
