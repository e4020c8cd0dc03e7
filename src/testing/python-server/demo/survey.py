"""Asks many households at once, some of which are asked again by a retry policy, as `resources/demo/survey.js`."""

from typing import Annotated, Any

from channels import Default
from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime
from langgraph.types import RetryPolicy, Send
from lib import merge, paced, take_time
from pydantic import BaseModel, Field


class Input(BaseModel):
    households: Annotated[
        int, Field(ge=0, le=500, description="How many households are asked, all at once."), Default(40)
    ] = 40
    absent: Annotated[
        int, Field(ge=0, le=500, description="How many of them are not at home the first time."), Default(3)
    ] = 3
    pace: paced(400) = 400


class State(Input):
    loaves: Annotated[
        dict[str, int], Field(description="How many loaves each household buys in a week."), merge
    ] = {}
    total: Annotated[int, Field(description="All loaves of a week."), Default(0)] = 0


class NotAtHome(RuntimeError):
    pass


async def prepare(state: State) -> dict:
    await take_time(state.pace / 2)
    return {}


def branches(state: State) -> Any:
    whole = state.model_dump()
    sends = [Send("ask", {**whole, "index": index}) for index in range(state.households)]
    return sends or "count"


async def ask(state: Any, runtime: Runtime) -> dict:
    # `Send` gives it what was sent, a plain dictionary.
    index = state["index"]
    # Most answer soon, a few take their time.
    await take_time(state["pace"] * (1 + (index % 7) / 4 + (4 if index % 13 == 0 else 0)))
    if index < state["absent"] and runtime.execution_info and runtime.execution_info.node_attempt == 1:
        raise NotAtHome(f"Household {index + 1} was not at home.")
    return {"loaves": {f"household {index + 1}": 1 + (index % 4)}}


async def count(state: State) -> dict:
    await take_time(state.pace / 2)
    return {"total": sum(state.loaves.values())}


graph = (
    StateGraph(State, input_schema=Input)
    .add_node("prepare", prepare)
    .add_node(
        "ask",
        ask,
        retry_policy=RetryPolicy(max_attempts=3, initial_interval=0.2, retry_on=NotAtHome),
    )
    .add_node("count", count)
    .add_edge(START, "prepare")
    .add_conditional_edges("prepare", branches, ["ask", "count"])
    .add_edge("ask", "count")
    .add_edge("count", END)
    .compile()
)
