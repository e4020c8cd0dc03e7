"""The reference graphs of graph-server-check (docs/server-check.md), as in `real-server/check-graphs.mjs`."""

import asyncio
import json
from typing import Annotated, Any

from langchain_core.language_models.fake_chat_models import FakeListChatModel
from langchain_core.messages import AIMessage, AnyMessage
from langchain_core.runnables import RunnableConfig
from langgraph.config import get_stream_writer
from langgraph.graph import END, START, StateGraph, add_messages
from langgraph.runtime import Runtime
from langgraph.types import interrupt
from typing_extensions import TypedDict


def append(everything: list | None, new: Any) -> list:
    return [*(everything or []), *(new if isinstance(new, list) else [new])]


class Text(TypedDict, total=False):
    text: str
    log: Annotated[list[str], append]


class Steps(Text, total=False):
    waitMs: float
    fail: bool
    data: Any
    seen: Any


class Context(TypedDict, total=False):
    flavour: str


class CheckError(RuntimeError):
    pass


def first(state: Steps, runtime: Runtime[Context], config: RunnableConfig) -> dict:
    get_stream_writer()({"progress": state.get("text", "")})
    seen = {
        "context": (runtime.context or {}).get("flavour"),
        "configurable": config.get("configurable", {}).get("flavour"),
    }
    return {"log": "first", "seen": seen}


async def second(state: Steps) -> dict:
    await asyncio.sleep(state.get("waitMs", 0) / 1000)
    if state.get("fail"):
        raise CheckError("it failed, as it was told to")
    return {"log": "second"}


# Roles plain, slow, failing and custom.
check_steps = (
    StateGraph(Steps, Context)
    .add_node("first", first)
    .add_node("second", second)
    .add_edge(START, "first")
    .add_edge("first", "second")
    .add_edge("second", END)
    .compile()
)


class Messages(TypedDict):
    messages: Annotated[list[AnyMessage], add_messages]


async def call_model(state: Messages, config: RunnableConfig) -> dict:
    answer = await FakeListChatModel(responses=["Good day"]).ainvoke(state["messages"], config)
    return {"messages": [AIMessage(id=answer.id, content=answer.content)]}


# Role chat: the model streams character by character.
check_chat = (
    StateGraph(Messages).add_node("model", call_model).add_edge(START, "model").add_edge("model", END).compile()
)


def text_of(answer: Any) -> str:
    return json.dumps(answer, separators=(",", ":"), ensure_ascii=False)


# Role ask.
check_ask = (
    StateGraph(Text)
    .add_node("before", lambda _: {"log": "before"})
    .add_node("ask", lambda _: {"log": f"answered {text_of(interrupt({'question': 'Go on?'}))}"})
    .add_edge(START, "before")
    .add_edge("before", "ask")
    .add_edge("ask", END)
    .compile()
)


def ask_twice(_: Text) -> dict:
    title = interrupt({"question": "Which title?"})
    price = interrupt({"question": "Which price?"})
    return {"log": f"answered {text_of([title, price])}"}


# Role ask-twice.
check_ask_twice = StateGraph(Text).add_node("ask", ask_twice).add_edge(START, "ask").add_edge("ask", END).compile()

# Role ask-both.
check_ask_both = (
    StateGraph(Text)
    .add_node("left", lambda _: {"log": f"left {text_of(interrupt({'question': 'Left?'}))}"})
    .add_node("right", lambda _: {"log": f"right {text_of(interrupt({'question': 'Right?'}))}"})
    .add_edge(START, "left")
    .add_edge(START, "right")
    .add_edge("left", END)
    .add_edge("right", END)
    .compile()
)


class Inner(TypedDict, total=False):
    # Has only the text: a log passed through a subgraph would be appended to itself.
    text: str


def polish(state: Inner) -> dict:
    text = state.get("text", "")
    more = text_of(interrupt({"question": "Inside?"})) if text.startswith("ask") else "polished"
    return {"text": f"{text}, {more}"}


inner = (
    StateGraph(Inner)
    .add_node("draft", lambda state: {"text": f"{state.get('text', '')}, a draft"})
    .add_node("polish", polish)
    .add_edge(START, "draft")
    .add_edge("draft", "polish")
    .add_edge("polish", END)
    .compile()
)

# Roles nested, and nested-ask where the text begins with "ask".
check_nested = (
    StateGraph(Text)
    .add_node("before", lambda _: {"log": "before"})
    .add_node("write", inner)
    .add_node("after", lambda _: {"log": "after"})
    .add_edge(START, "before")
    .add_edge("before", "write")
    .add_edge("write", "after")
    .add_edge("after", END)
    .compile()
)
