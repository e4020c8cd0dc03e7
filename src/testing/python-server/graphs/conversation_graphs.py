"""A conversation that continues inside subgraphs on two levels, as in `real-server/conversation-graphs.mjs`."""

from typing import Annotated, Any
from uuid import uuid4

from channels import Default, append
from langchain_core.messages import AIMessage, AnyMessage
from langgraph.graph import END, START, StateGraph, add_messages
from langgraph.types import interrupt
from pydantic import BaseModel


class State(BaseModel):
    messages: Annotated[list[AnyMessage], add_messages] = []
    ask: Annotated[bool, Default(False)] = False


class Clerk(State):
    # Its reducer takes a word and holds a list, so writing the list back would nest it.
    steps: Annotated[list[Any], append] = []


def says(text: str):
    """A node that says something, with a mark that distinguishes each time."""

    def say(_: Any = None) -> dict:
        id = str(uuid4())
        return {"messages": [AIMessage(f"{text} ({id[:6]})", id=id)]}

    return say


expert = (
    StateGraph(State)
    .add_node("think", says("Expert thinks"))
    .add_node("advise", says("Expert advises"))
    .add_edge(START, "think")
    .add_edge("think", "advise")
    .add_edge("advise", END)
    .compile()
)


def answer(state: Clerk) -> dict:
    if state.ask:
        interrupt({"question": f"Send after {len(state.messages)} messages?"})
    return says("Clerk answers")()


clerk = (
    StateGraph(Clerk)
    .add_node("look_up", lambda _: {**says("Clerk looks it up")(), "steps": "looked up"})
    .add_node("expert", expert)
    .add_node("answer", answer)
    .add_edge(START, "look_up")
    .add_edge("look_up", "expert")
    .add_edge("expert", "answer")
    .add_edge("answer", END)
    .compile()
)

helpdesk = (
    StateGraph(State)
    .add_node("receive", lambda _: {})
    .add_node("clerk", clerk)
    .add_node("close", says("Goodbye"))
    .add_edge(START, "receive")
    .add_edge("receive", "clerk")
    .add_edge("clerk", "close")
    .add_edge("close", END)
    .compile()
)
