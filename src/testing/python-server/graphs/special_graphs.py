"""Graphs with what few graphs have, as in `real-server/special-graphs.mjs`."""

from typing import Annotated, Any

from channels import Default, append
from langgraph.cache.memory import InMemoryCache
from langgraph.graph import END, START, StateGraph
from langgraph.types import CachePolicy
from pydantic import BaseModel


class State(BaseModel):
    text: Annotated[str, Default("")] = ""
    log: Annotated[list[str], append] = []


calls: dict[str, int] = {}


def text_of(state: Any) -> str:
    # A drawing of the graph asks for the key of a plain dictionary.
    return state.get("text", "") if isinstance(state, dict) else state.text


def compute(state: State) -> dict:
    calls[state.text] = calls.get(state.text, 0) + 1
    return {"log": f"computed {calls[state.text]}"}


cached = (
    StateGraph(State)
    .add_node("compute", compute, cache_policy=CachePolicy(key_func=text_of))
    .add_node("report", lambda _: {"log": "report"})
    .add_edge(START, "compute")
    .add_edge("compute", "report")
    .add_edge("report", END)
    .compile(cache=InMemoryCache())
)


class Memory(BaseModel):
    text: Annotated[str, Default("")] = ""
    seen: Annotated[list[str], append] = []


remembering = (
    StateGraph(Memory)
    .add_node("note", lambda state: {"seen": f"{len(state.seen)}: {state.text}"})
    .add_edge(START, "note")
    .add_edge("note", END)
    .compile(checkpointer=True)
)


async def remember(state: State) -> dict:
    result = await remembering.ainvoke({"text": state.text})
    return {"log": f"remembered {len(result['seen'])}"}


own_checkpointer = (
    StateGraph(State).add_node("remember", remember).add_edge(START, "remember").add_edge("remember", END).compile()
)
