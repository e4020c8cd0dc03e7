"""Graphs whose supersteps have several tasks, some with interrupts, as in `real-server/parallel-graphs.mjs`."""

import json
from typing import Annotated, Any

from channels import Default, append
from langgraph.graph import END, START, StateGraph
from langgraph.types import Send, interrupt
from pydantic import BaseModel


class State(BaseModel):
    topic: Annotated[str, Default("")] = ""
    log: Annotated[list[str], append] = []


def text_of(answer: Any) -> str:
    return json.dumps(answer, separators=(",", ":"), ensure_ascii=False)


def review(state: Any) -> dict:
    # `Send` gives it what was sent, a plain dictionary.
    topic = state["topic"]
    return {"log": f"{topic}: {text_of(interrupt({'question': 'Publish this draft?', 'draft': topic}))}"}


def branches(_: State) -> list:
    return [*(Send("review", {"topic": topic}) for topic in ("first", "second", "third")), "check"]


panel = (
    StateGraph(State)
    .add_node("prepare", lambda _: {"log": "prepare"})
    .add_node("review", review)
    .add_node("check", lambda _: {"log": "check"})
    .add_node("close", lambda _: {"log": "close"})
    .add_edge(START, "prepare")
    .add_conditional_edges("prepare", branches, ["review", "check"])
    .add_edge("review", "close")
    .add_edge("check", "close")
    .add_edge("close", END)
    .compile()
)


class Audit(BaseModel):
    topic: Annotated[str, Default("")] = ""
    # Its list has its own name, because one passed through would be appended to itself.
    findings: Annotated[list[str], append] = []


audit = (
    StateGraph(Audit)
    .add_node("tax", lambda _: {"findings": f"tax: {text_of(interrupt({'question': 'Tax paid?'}))}"})
    .add_node("law", lambda _: {"findings": f"law: {text_of(interrupt({'question': 'Lawful?'}))}"})
    .add_node("count", lambda _: {"findings": "count"})
    .add_edge(START, "tax")
    .add_edge(START, "law")
    .add_edge(START, "count")
    .add_edge("tax", END)
    .add_edge("law", END)
    .add_edge("count", END)
    .compile()
)

board = (
    StateGraph(State)
    .add_node("audit", audit)
    .add_node("chair", lambda _: {"log": f"chair: {text_of(interrupt({'question': 'Agreed?'}))}"})
    .add_node("minutes", lambda _: {"log": "minutes"})
    .add_edge(START, "audit")
    .add_edge(START, "chair")
    .add_edge(START, "minutes")
    .add_edge("audit", END)
    .add_edge("chair", END)
    .add_edge("minutes", END)
    .compile()
)
