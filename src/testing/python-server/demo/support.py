"""Answers a customer: a streaming model that calls one tool and answers with its result, as `resources/demo/support.js`."""

import json
import re
from typing import Annotated

from langchain_core.messages import AnyMessage, BaseMessage, HumanMessage
from langchain_core.tools import tool
from langgraph.graph import END, START, StateGraph, add_messages
from langgraph.prebuilt import ToolNode
from lib import ScriptedModel, paced
from pydantic import BaseModel, Field

FIRST_QUESTION = "Hello, my order 4711 should have been here on Monday. Where is it?"
CONVERSATION = "The conversation. New messages are appended; the model asks the shop when it reads an order number."


class State(BaseModel):
    messages: Annotated[
        list[AnyMessage],
        Field(
            description=CONVERSATION,
            json_schema_extra={
                "langgraph_type": "messages",
                "default": [{"type": "human", "content": FIRST_QUESTION}],
            },
        ),
        add_messages,
    ] = []
    pace: paced(1200) = 1200


ORDERS = {
    "4711": {
        "item": "Walnut desk, 140 cm",
        "state": "delayed",
        "carrier": "Northline",
        "days": 2,
        "place": "the depot in Kassel",
    },
    "4712": {
        "item": "Desk lamp, brass",
        "state": "delivered",
        "carrier": "Northline",
        "days": 0,
        "place": "your neighbour at no. 12",
    },
}


@tool
def look_up_order(order_id: str) -> str:
    """Finds an order of the shop by its number."""
    found = {"order_id": order_id, **ORDERS.get(order_id, {"state": "unknown"})}
    return json.dumps(found, separators=(",", ":"))


def answer_to(messages: list[BaseMessage]) -> dict:
    last = messages[-1]
    if last.type == "tool":
        return {"text": order_text(json.loads(last.text))}
    number = re.search(r"\d{3,}", last.text)
    if not number:
        return {
            "text": "I can look that up for you. Which order is it about? The number has four digits and is in the mail that confirmed it."
        }
    call = {"id": f"call_{len(messages)}_{number[0]}", "name": "look_up_order", "args": {"order_id": number[0]}}
    return {"text": f"Let me look up order {number[0]}.", "tool_calls": [call]}


def order_text(order: dict) -> str:
    id, state = order["order_id"], order["state"]
    if state == "delayed":
        item, carrier, days, place = order["item"], order["carrier"], order["days"], order["place"]
        return f"Thank you for waiting. Order {id} ({item}) left our warehouse on time, but {carrier} held it at {place} because a label was torn. It has a new label now and will be with you in {days} days.\n\nI am sorry for the wait. If {days} days are too long, say so and I will cancel the order and return the full price."
    if state == "delivered":
        return f"Good news: {order['carrier']} delivered order {id} ({order['item']}) today and left it with {order['place']}. If it is not there, tell me and I will open a search."
    return f"I can't find an order with the number {id}. Could you check it? Orders 4711 and 4712 are the ones in this shop."


async def receive(state: State) -> dict:
    if any(message.type == "human" for message in state.messages):
        return {}
    return {"messages": [HumanMessage(FIRST_QUESTION)]}


async def model(state: State) -> dict:
    chat = ScriptedModel(script=answer_to, pace=state.pace)
    return {"messages": await chat.ainvoke(state.messages)}


def after_model(state: State) -> str:
    return "look up" if getattr(state.messages[-1], "tool_calls", None) else "answered"


graph = (
    StateGraph(State)
    .add_node("receive", receive)
    .add_node("model", model)
    .add_node("tools", ToolNode([look_up_order]))
    .add_edge(START, "receive")
    .add_edge("receive", "model")
    .add_conditional_edges("model", after_model, {"look up": "tools", "answered": END})
    .add_edge("tools", "model")
    .compile()
)
