"""Minimal graphs for the cases of the public server suite, as in `real-server/suite-graphs.mjs`."""

import asyncio
import json
from typing import Annotated, Any

from channels import Default, append
from langchain_core.language_models.fake_chat_models import FakeListChatModel
from langchain_core.messages import AIMessage, AnyMessage, ToolMessage
from langchain_core.runnables import RunnableConfig
from langgraph.config import get_store
from langgraph.graph import END, START, StateGraph, add_messages
from langgraph.runtime import Runtime
from langgraph.types import Command, interrupt
from pydantic import BaseModel
from typing_extensions import TypedDict


class Messages(TypedDict):
    messages: Annotated[list[AnyMessage], add_messages]


async def call_model(state: Messages, config: RunnableConfig) -> dict:
    used_tool = state["messages"][-1].type == "tool"
    model = FakeListChatModel(responses=["the end" if used_tool else "begin"])
    answer = await model.ainvoke(state["messages"], config)
    if used_tool:
        return {"messages": [answer]}
    calls = [{"id": "call-1", "name": "lookup", "args": {}}]
    return {"messages": [AIMessage(id=answer.id, content=answer.content, tool_calls=calls)]}


def use_tool(_: Messages) -> dict:
    return {"messages": [ToolMessage(tool_call_id="call-1", name="lookup", content="found")]}


def after_agent(state: Messages) -> str:
    return "tool" if getattr(state["messages"][-1], "tool_calls", None) else END


agent = (
    StateGraph(Messages)
    .add_node("agent", call_model)
    .add_node("tool", use_tool)
    .add_edge(START, "agent")
    .add_conditional_edges("agent", after_agent, ["tool", END])
    .add_edge("tool", "agent")
    .compile()
)


class Route(Messages, total=False):
    city: str
    route: str


weather = (
    StateGraph(Route)
    .add_node("model", lambda _: {"city": "San Francisco"})
    .add_node("weather", lambda state: {"messages": [AIMessage(f"It is sunny in {state['city']}")]})
    .add_edge(START, "model")
    .add_edge("model", "weather")
    .add_edge("weather", END)
    .compile(interrupt_before=["weather"])
)

nested = (
    StateGraph(Route)
    .add_node("router", lambda _: {"route": "weather"})
    .add_node("forecast", weather)
    .add_edge(START, "router")
    .add_edge("router", "forecast")
    .add_edge("forecast", END)
    .compile()
)


class Text(BaseModel):
    text: Annotated[str, Default("")] = ""
    log: Annotated[list[str], append] = []


def ask_node(_: Text) -> dict:
    return {"log": f"answered {json.dumps(interrupt({'question': 'Go on?'}), separators=(',', ':'))}"}


ask = (
    StateGraph(Text)
    .add_node("before", lambda _: {"log": "before"})
    .add_node("ask", ask_node)
    .add_edge(START, "before")
    .add_edge("before", "ask")
    .add_edge("ask", END)
    .compile()
)


class CustomError(RuntimeError):
    # The server hides the texts of exceptions that are none of Python's own.
    pass


def boo(_: Text) -> dict:
    raise CustomError("Boo!")


error = StateGraph(Text).add_node("boo", boo).add_edge(START, "boo").add_edge("boo", END).compile()


class Delay(Messages, total=False):
    delay: float
    done: bool


async def one(state: Delay) -> dict:
    await asyncio.sleep(state["delay"] / 1000)
    return {"messages": [AIMessage(f"waited {state['delay']}")], "done": True}


delay = StateGraph(Delay).add_node("one", one).add_edge(START, "one").add_edge("one", END).compile()


def first(_: Text) -> Command:
    return Command(update={"log": "first"}, goto="second")


command = (
    StateGraph(Text)
    .add_node("first", first, destinations=("second",))
    .add_node("second", lambda state: {"log": f"second with {state.text}"})
    .add_edge(START, "first")
    .add_edge("second", END)
    .compile()
)


class Seen(TypedDict, total=False):
    seen: Any


class Context(BaseModel):
    model: str = "small"


def look(_: Seen, runtime: Runtime[Context]) -> dict:
    return {"seen": runtime.context.model_dump() if runtime.context else None}


context = StateGraph(Seen, Context).add_node("look", look).add_edge(START, "look").add_edge("look", END).compile()


class Kept(TypedDict, total=False):
    kept: Any


async def keep(_: Kept, config: RunnableConfig) -> dict:
    items = get_store()
    namespace = ("users", config["configurable"]["user"])
    await items.aput(namespace, "note", {"text": config["configurable"]["note"]})
    item = await items.aget(namespace, "note")
    return {"kept": item.value if item else None}


store = StateGraph(Kept).add_node("keep", keep).add_edge(START, "keep").add_edge("keep", END).compile()


def dynamic(config: RunnableConfig):
    """Created per config: the config names its only node."""
    name = config.get("configurable", {}).get("nodeName") or "usual"
    return (
        StateGraph(Text).add_node(name, lambda _: {"log": name}).add_edge(START, name).add_edge(name, END).compile()
    )
