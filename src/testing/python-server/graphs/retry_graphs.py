"""Nodes that fail at first and are retried by their retry policy, as in `real-server/retry-graphs.mjs`."""

import asyncio
from typing import Annotated

from channels import Default
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, RetryPolicy
from pydantic import BaseModel


class State(BaseModel):
    id: Annotated[str, Default("")] = ""
    failures: Annotated[float, Default(0)] = 0


def on_failure(error: Exception) -> bool:
    return isinstance(error, RuntimeError)


RETRY_POLICY = RetryPolicy(max_attempts=3, initial_interval=0.1, jitter=False, retry_on=on_failure)

failed: dict[str, int] = {}


def fail_at_first(node: str, state: State) -> dict:
    """Fails as often as the input says."""
    key = f"{state.id} {node}"
    before = failed.get(key, 0)
    if before >= state.failures:
        return {}
    failed[key] = before + 1
    raise RuntimeError(f"{node} failed {before + 1} of {state.failures:g} times")


retried = (
    StateGraph(State)
    .add_node("fetch", lambda state: fail_at_first("fetch", state), retry_policy=RETRY_POLICY)
    .add_node("use", lambda _: {})
    .add_edge(START, "fetch")
    .add_edge("fetch", "use")
    .add_edge("use", END)
    .compile()
)


async def count(_: State) -> dict:
    await asyncio.sleep(0.15)
    return {}


inner = (
    StateGraph(State)
    .add_node("read", lambda _: {})
    .add_node("parse", lambda state: fail_at_first("parse", state))
    .add_node("count", count)
    .add_edge(START, "read")
    .add_edge("read", "parse")
    .add_edge("read", "count")
    .add_edge("parse", END)
    .add_edge("count", END)
    .compile()
)

retried_subgraph = (
    StateGraph(State)
    .add_node("load", inner, retry_policy=RETRY_POLICY)
    .add_node("use", lambda _: {})
    .add_edge(START, "load")
    .add_edge("load", "use")
    .add_edge("use", END)
    .compile()
)


def jump(_: State) -> Command:
    return Command(goto=END)


silent = (
    StateGraph(State)
    .add_node("look", lambda _: None)
    .add_node("pass", lambda _: None)
    .add_node("jump", jump, destinations=(END,))
    .add_edge(START, "look")
    .add_edge("look", "pass")
    .add_edge("pass", "jump")
    .compile()
)


async def call(state: State) -> dict:
    await silent.ainvoke(state)
    await silent.ainvoke(state)
    return {}


called_twice = (
    StateGraph(State).add_node("call", call).add_edge(START, "call").add_edge("call", END).compile()
)
