"""Interrupts in every format that graphs use, several at once and on three levels, as `resources/demo/desk.js`."""

from typing import Annotated, Any, Literal

from channels import Default
from langgraph.graph import END, START, StateGraph
from langgraph.types import interrupt
from lib import merge, paced, take_time
from pydantic import BaseModel, Field

DESKS = ["payment", "mail", "trip", "remark", "audit"]
WHO = (
    "Who asks, all at once. payment: agent inbox. mail: approval middleware. trip: a form. remark: anything. audit: two "
    "subgraphs."
)


class Input(BaseModel):
    desks: Annotated[
        list[Literal["payment", "mail", "trip", "remark", "audit"]], Field(description=WHO), Default(DESKS)
    ] = DESKS
    amount: Annotated[float, Field(description="What is to be paid."), Default(1299.5)] = 1299.5
    pace: paced(300) = 300


class Answers(BaseModel):
    answers: Annotated[dict[str, Any], Field(description="Each answer as it came, by the node that asked."), merge] = {}


class State(Input, Answers):
    pass


async def open_desks(state: State) -> dict:
    await take_time(state.pace)
    return {}


def ask_node(name: str, question: Any, **options: Any):
    """A node with one interrupt that stores the answer."""

    def ask(state: Any) -> dict:
        return {"answers": {name: interrupt(question(state), **options)}}

    return ask


ALLOWED = {"allow_accept": True, "allow_edit": True, "allow_respond": True, "allow_ignore": True}

# One interrupt with two requests: each gets its own answer, in the same order.
payment = ask_node(
    "payment",
    lambda state: [
        {
            "action_request": {
                "action": "pay_invoice",
                "args": {"invoice": "A-17", "amount": state.amount, "urgent": False},
            },
            "config": ALLOWED,
            "description": f"Pay {state.amount:g} EUR to Walnut Desks?",
        },
        {
            "action_request": {"action": "close_order", "args": {"order_id": 4711}},
            "config": {**ALLOWED, "allow_edit": False},
            "description": "Close order 4711?",
        },
    ],
)

mail = ask_node(
    "mail",
    lambda _: {
        "action_requests": [
            {
                "name": "send_email",
                "args": {"to": "anna@example.com", "subject": "Your order", "body": "It is on its way."},
            },
            {
                "name": "delete_draft",
                "args": {"draft_id": 9007199254740991},
                "description": "The draft is no longer needed.",
            },
        ],
        "review_configs": [
            {"action_name": "send_email", "allowed_decisions": ["approve", "edit", "reject"]},
            {"action_name": "delete_draft", "allowed_decisions": ["approve", "reject"]},
        ],
    },
)

TRIP = {
    "type": "object",
    "properties": {
        "city": {"type": "string", "description": "Where the desk is to be delivered."},
        "days": {
            "type": "integer",
            "minimum": 1,
            "maximum": 9007199254740991,
            "default": 2,
        },
        "insured": {"type": "boolean", "default": True},
        "speed": {"type": "string", "enum": ["slow", "fast"], "default": "slow"},
    },
    "required": ["city"],
    "additionalProperties": False,
}
trip = ask_node("trip", lambda _: {"question": "Where to, and for how long?"}, response_schema=TRIP)

remark = ask_node(
    "remark",
    lambda _: {
        "question": "What else should we know?",
        "messages": [
            {"type": "human", "content": "Where is my desk?"},
            {"type": "ai", "content": "It left the workshop this morning."},
        ],
    },
)

# Two levels: the tax office interrupts on the first, the lawyer on the one below, at the same time.
chamber = (
    StateGraph(Answers)
    .add_node("law", ask_node("law", lambda _: "Law: is this contract sound?"))
    .add_edge(START, "law")
    .add_edge("law", END)
    .compile()
)
audit = (
    StateGraph(Answers)
    .add_node(
        "tax", ask_node("tax", lambda _: {"question": "Tax: is this declared?", "options": ["yes", "no", "later"]})
    )
    .add_node("chamber", chamber)
    .add_edge(START, "tax")
    .add_edge(START, "chamber")
    .add_edge("tax", END)
    .add_edge("chamber", END)
    .compile()
)


async def file_away(state: State) -> dict:
    await take_time(state.pace)
    return {}


def chosen(state: State) -> str | list[str]:
    return state.desks or "file"


graph = (
    StateGraph(State, input_schema=Input)
    .add_node("open", open_desks)
    .add_node("payment", payment)
    .add_node("mail", mail)
    .add_node("trip", trip)
    .add_node("remark", remark)
    .add_node("audit", audit)
    .add_node("file", file_away)
    .add_edge(START, "open")
    .add_conditional_edges("open", chosen, [*DESKS, "file"])
    .add_edge("payment", "file")
    .add_edge("mail", "file")
    .add_edge("trip", "file")
    .add_edge("remark", "file")
    .add_edge("audit", "file")
    .add_edge("file", END)
    .compile()
)
