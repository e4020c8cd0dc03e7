"""Scores what another graph wrote by the words of a reference, or asks a person, as `resources/demo/judge.js`."""

import json
import re
from typing import Annotated, Any

from channels import Default
from langgraph.graph import END, START, StateGraph
from langgraph.types import interrupt
from lib import paced, take_time
from pydantic import BaseModel, Field

TOPIC = {"topic": "Tides"}
OUTPUT = "Tides follow the moon."
REFERENCE = "Tides follow the moon and the sun."


class Input(BaseModel):
    input: Annotated[Any, Field(description="What the judged graph got."), Default(TOPIC)] = TOPIC
    output: Annotated[Any, Field(description="What it wrote."), Default(OUTPUT)] = OUTPUT
    reference: Annotated[
        Any,
        Field(description="What a good output would be. If it is null, a person is asked."),
        Default(REFERENCE),
    ] = REFERENCE
    pace: paced(150) = 150


class State(Input):
    score: Annotated[float, Field(description="From 0 to 1."), Default(0)] = 0
    reason: Annotated[str, Field(description="Why."), Default("")] = ""


def words_of(value: Any) -> list[str]:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return list(dict.fromkeys(re.findall(r"[^\W_]+", text.lower())))


async def weigh(state: State) -> dict:
    await take_time(state.pace)
    if state.output is None or state.output == "":
        raise ValueError("There is no output to score.")
    if state.reference is None:
        score = interrupt({"question": "How good is this output, from 0 to 1?", "output": state.output})
        return {"score": float(score), "reason": "A person said so."}
    wanted = words_of(state.reference)
    written = set(words_of(state.output))
    missing = [word for word in wanted if word not in written]
    score = 1 if not wanted else round(1 - len(missing) / len(wanted), 2)
    reason = f"Missing: {', '.join(missing)}." if missing else "Nothing is missing."
    return {"score": score, "reason": reason}


graph = (
    StateGraph(State, input_schema=Input)
    .add_node("weigh", weigh)
    .add_edge(START, "weigh")
    .add_edge("weigh", END)
    .compile()
)
