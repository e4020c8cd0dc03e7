"""The graphs of `real-server/graphs.mjs` in Python. Each shows one behaviour."""

import asyncio
import json
from typing import Annotated, Any, Literal

from channels import Default, append
from langchain_core.messages import AIMessage, AnyMessage
from langgraph.graph import END, START, StateGraph, add_messages
from langgraph.types import interrupt
from pydantic import BaseModel, Field


class State(BaseModel):
    text: Annotated[str, Default("")] = ""
    waitMs: Annotated[float, Default(0)] = 0
    log: Annotated[list[str], append] = []


class Text(BaseModel):
    # Has only the text: a log passed through a subgraph would be appended to itself.
    text: Annotated[str, Default("")] = ""


inner = (
    StateGraph(Text)
    .add_node("draft", lambda _: {"text": "a draft"})
    .add_node("polish", lambda state: {"text": f"{state.text}, polished"})
    .add_edge(START, "draft")
    .add_edge("draft", "polish")
    .add_edge("polish", END)
    .compile()
)


def ask(state: State) -> dict:
    answer = interrupt({"question": "Publish?", "text": state.text})
    return {"log": f"answer: {json.dumps(answer, separators=(',', ':'))}"}


writer = (
    StateGraph(State)
    .add_node("plan", lambda _: {"log": "plan"})
    .add_node("write", inner)
    .add_node("ask", ask)
    .add_node("publish", lambda _: {"log": "publish"})
    .add_edge(START, "plan")
    .add_edge("plan", "write")
    .add_edge("write", "ask")
    .add_edge("ask", "publish")
    .add_edge("publish", END)
    .compile()
)


class BoomError(RuntimeError):
    # The server hides the texts of other exceptions: "An internal error occurred".
    pass


def boom(_: State) -> dict:
    raise BoomError("it broke")


broken = StateGraph(State).add_node("boom", boom).add_edge(START, "boom").add_edge("boom", END).compile()


async def wait(state: State) -> dict:
    await asyncio.sleep(state.waitMs / 1000)
    return {"log": "waited"}


slow = StateGraph(State).add_node("wait", wait).add_edge(START, "wait").add_edge("wait", END).compile()


class Conversations(BaseModel):
    conversation: Annotated[list[AnyMessage], add_messages] = []
    aside: Annotated[list[AnyMessage], add_messages] = []


def repeat(state: Conversations) -> dict:
    said = state.conversation[-1].content if state.conversation else "nothing"
    return {"conversation": [AIMessage(f"You said: {said}")]}


talk = (
    StateGraph(Conversations).add_node("repeat", repeat).add_edge(START, "repeat").add_edge("repeat", END).compile()
)


class Address(BaseModel):
    city: str = "Berlin"
    zip: str | None = Field(default=None, pattern=r"^\d{5}$")


class Customer(BaseModel):
    name: str
    address: Address


class Item(BaseModel):
    sku: str
    count: int = Field(default=1, ge=1)
    colour: Literal["red", "green"] = "red"


class Order(BaseModel):
    customer: Customer
    items: list[Item]
    note: Annotated[str | None, Default(None)] = None
    extra: Any = None


order = (
    StateGraph(Order)
    .add_node("take", lambda _: {})
    .add_edge(START, "take")
    .add_edge("take", END)
    .compile()
)
