"""A chat that runs without a key."""

from datetime import datetime

from langchain_core.messages import AIMessage
from langgraph.graph import END, START, MessagesState, StateGraph


def route(state: MessagesState) -> str:
    """Decides which node answers. Replace it by a model that chooses a tool."""
    return "tell_time" if "time" in text_of(state).lower().split() else "reply"


def tell_time(state: MessagesState) -> dict:
    return {"messages": [AIMessage(f"It is {datetime.now():%H:%M:%S}.")]}


def reply(state: MessagesState) -> dict:
    """Replace it by a call of a chat model."""
    return {"messages": [AIMessage(f"You said: {text_of(state)}")]}


def text_of(state: MessagesState) -> str:
    messages = state["messages"]
    return str(messages[-1].content) if messages else ""


builder = StateGraph(MessagesState)
builder.add_node("tell_time", tell_time)
builder.add_node("reply", reply)
builder.add_conditional_edges(START, route, ["tell_time", "reply"])
builder.add_edge("tell_time", END)
builder.add_edge("reply", END)
graph = builder.compile()
