"""Fails in three ways, as `resources/demo/broken.js`."""

from typing import Annotated, Literal

from channels import Default
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command
from lib import extend, paced, take_time
from pydantic import BaseModel, Field

HOW = (
    "throw: a node fails. stray: a router names an edge that it did not declare, and the run fails. jump: a node goes "
    "along an edge that is not drawn, and the run succeeds. none: all is well."
)


class Input(BaseModel):
    how: Annotated[Literal["throw", "stray", "jump", "none"], Field(description=HOW), Default("throw")] = "throw"
    amount: Annotated[float, Field(description="What the customer is to pay."), Default(129.9)] = 129.9
    pace: paced(500) = 500


class State(Input):
    log: Annotated[list[str], Field(description="What was done, oldest first."), extend] = []


class CardDeclinedError(RuntimeError):
    # The server hides the texts of exceptions that are none of Python's own.
    pass


async def prepare(state: State) -> dict:
    await take_time(state.pace)
    return {"log": f"prepare: {state.amount:g}"}


async def charge_card(state: State) -> dict:
    await take_time(state.pace)
    if state.how == "throw":
        raise CardDeclinedError(f"The card was declined: {state.amount:g} is more than its limit of 100.")
    return {"log": "charge_card: paid"}


async def sort_out(state: State) -> dict | Command:
    await take_time(state.pace)
    if state.how != "jump":
        return {"log": "sort_out: done"}
    # `notify` is not a declared successor of this node: the server obeys, but the drawn graph has no such edge.
    return Command(goto="notify", update={"log": "sort_out: jumps to notify"})


async def refund(state: State) -> dict:
    await take_time(state.pace)
    return {"log": "refund: nothing to refund"}


async def notify(state: State) -> dict:
    await take_time(state.pace)
    return {"log": "notify: told the customer"}


def way_in(state: State) -> str:
    return "unusual" if state.how in ("stray", "jump") else "usual"


def after_sorting(state: State) -> str:
    # "nowhere" is not among the labels below.
    return "nowhere" if state.how == "stray" else "settle"


graph = (
    StateGraph(State, input_schema=Input)
    .add_node("prepare", prepare)
    .add_node("charge_card", charge_card)
    .add_node("sort_out", sort_out)
    .add_node("refund", refund)
    .add_node("notify", notify)
    .add_edge(START, "prepare")
    .add_conditional_edges("prepare", way_in, {"usual": "charge_card", "unusual": "sort_out"})
    .add_edge("charge_card", "notify")
    .add_conditional_edges("sort_out", after_sorting, {"settle": "refund", "close": END})
    .add_edge("refund", END)
    .add_edge("notify", END)
    .compile()
)
