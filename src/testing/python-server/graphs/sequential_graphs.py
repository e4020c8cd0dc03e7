"""Graphs whose nodes ask more than once, under the same interrupt id, as in `real-server/sequential-graphs.mjs`."""

import json
from typing import Annotated, Any

from channels import Default, append
from langgraph.graph import END, START, StateGraph
from langgraph.types import Send, interrupt
from pydantic import BaseModel


class State(BaseModel):
    topic: Annotated[str, Default("")] = ""
    log: Annotated[list[str], append] = []


class Notes(BaseModel):
    topic: Annotated[str, Default("")] = ""
    notes: Annotated[list[str], append] = []


class Records(BaseModel):
    topic: Annotated[str, Default("")] = ""
    records: Annotated[list[str], append] = []


def text_of(answer: Any) -> str:
    return json.dumps(answer, separators=(",", ":"), ensure_ascii=False)


def ask_twice(state: Any) -> dict:
    """Asks for a title, then for a price; the second question has the id of the first."""
    # `Send` gives it what was sent, a plain dictionary.
    topic = state["topic"] if isinstance(state, dict) else state.topic
    title = interrupt({"question": "Which title?", "topic": topic})
    price = interrupt({"question": "Which price?", "topic": topic, "title": title})
    return {"log": f"{topic}: {text_of(title)} {text_of(price)}"}


offer = (
    StateGraph(State)
    .add_node("ask", ask_twice)
    .add_node("publish", lambda _: {"log": "publish"})
    .add_edge(START, "ask")
    .add_edge("ask", "publish")
    .add_edge("publish", END)
    .compile()
)


def ask_until_number(_: State) -> dict:
    age = interrupt("How old?")
    while isinstance(age, bool) or not isinstance(age, int | float):
        age = interrupt("How old?")
    return {"log": f"age {age}"}


insist = (
    StateGraph(State).add_node("ask", ask_until_number).add_edge(START, "ask").add_edge("ask", END).compile()
)

inner = (
    StateGraph(Notes)
    .add_node("ask", lambda state: {"notes": ask_twice(state)["log"]})
    .add_edge(START, "ask")
    .add_edge("ask", END)
    .compile()
)
middle = StateGraph(Records).add_node("inner", inner).add_edge(START, "inner").add_edge("inner", END).compile()

contract = (
    StateGraph(State)
    .add_node("middle", middle)
    .add_node("publish", lambda _: {"log": "publish"})
    .add_edge(START, "middle")
    .add_edge("middle", "publish")
    .add_edge("publish", END)
    .compile()
)


def bidders(_: State) -> list[Send]:
    return [Send("ask", {"topic": topic}) for topic in ("first", "second", "third")]


bids = (
    StateGraph(State)
    .add_node("prepare", lambda _: {"log": "prepare"})
    .add_node("ask", ask_twice)
    .add_node("close", lambda _: {"log": "close"})
    .add_edge(START, "prepare")
    .add_conditional_edges("prepare", bidders, ["ask"])
    .add_edge("ask", "close")
    .add_edge("close", END)
    .compile()
)

audit = (
    StateGraph(Notes)
    .add_node("tax", lambda _: {"notes": f"tax: {interrupt({'question': 'Tax paid?', 'topic': 'tax'})}"})
    .add_edge(START, "tax")
    .add_edge("tax", END)
    .compile()
)

committee = (
    StateGraph(State)
    .add_node("audit", audit)
    .add_node("chair", ask_twice)
    .add_edge(START, "audit")
    .add_edge(START, "chair")
    .add_edge("audit", END)
    .add_edge("chair", END)
    .compile()
)
