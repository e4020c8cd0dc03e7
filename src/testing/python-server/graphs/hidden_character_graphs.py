"""Names and interrupts with bidirectional and zero-width characters, as in `real-server/hidden-character-graphs.mjs`."""

import json
from typing import Annotated

from channels import append
from langgraph.graph import END, START, StateGraph
from langgraph.types import interrupt
from pydantic import BaseModel


class State(BaseModel):
    log: Annotated[list[str], append] = []


CHECK = "che\u200bck"
LONG = f"long-{'w' * 290}-tail"
APPROVE = "appr\u202eevo"


def approve(_: State) -> dict:
    answer = interrupt(
        {
            "question": "Approve \u202e?tnemyap eht\u202c of 1\u200b0 dollars?",
            "to": "\u2067Eve\u2069\ufeff",
        }
    )
    return {"log": json.dumps(answer, separators=(",", ":"))}


payment = (
    StateGraph(State)
    .add_node(CHECK, lambda _: {"log": "check"})
    .add_node(LONG, lambda _: {"log": "long"})
    .add_node(APPROVE, approve)
    .add_edge(START, CHECK)
    .add_edge(CHECK, LONG)
    .add_edge(LONG, APPROVE)
    .add_edge(APPROVE, END)
    .compile()
)
