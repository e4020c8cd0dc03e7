"""Writes release notes in three levels of graphs, with a loop and an interrupt, as `resources/demo/writer`."""

import math
import re
import unicodedata
from typing import Annotated, Any

from channels import Default
from langgraph.graph import END, START, StateGraph
from langgraph.types import interrupt
from lib import ScriptedModel, extend, paced, take_time
from pydantic import BaseModel, Field

CHANGES = [
    "Graphs with nested subgraphs open level by level",
    "A stopped stream finds its run again",
    "State can be edited at any checkpoint",
    "Large states no longer freeze the list of threads",
]


class WriterInput(BaseModel):
    topic: Annotated[
        str, Field(description="What the release notes are about."), Default("November release")
    ] = "November release"
    changes: Annotated[
        list[str], Field(description="The changes to write about, one sentence each."), Default(CHANGES)
    ] = CHANGES
    pace: paced(700) = 700


class PartInput(WriterInput):
    """The input of the subgraphs.

    Their log starts empty, so that only their own lines are appended to the outer one.
    """

    outline: Annotated[list[str], Field(description="The sections, in order."), Default([])] = []
    text: Annotated[str, Field(description="The release notes so far, as Markdown."), Default("")] = ""
    revision: Annotated[int, Field(description="How many times it was planned."), Default(0)] = 0
    note: Annotated[str, Field(description="What the reviewer asked for last."), Default("")] = ""


class PartOutput(BaseModel):
    text: Annotated[str, Field(description="The release notes so far, as Markdown."), Default("")] = ""
    checks: Annotated[list[str], Field(description="What the last check found."), Default([])] = []
    log: Annotated[list[str], Field(description="What was done, oldest first."), extend] = []


class PartState(PartInput, PartOutput):
    pass


class WriterState(PartState):
    approved: Annotated[bool, Field(description="Whether the reviewer agreed."), Default(False)] = False
    published: Annotated[
        dict[str, Any] | None,
        Field(description="Where the notes were published; null until then."),
        Default(None),
    ] = None


def sentence(text: str) -> str:
    return text if re.search(r"[.!?]$", text) else f"{text}."


def draft_text(state: PartState) -> str:
    """A first, verbose version: every change in its section."""
    per_section = max(1, math.ceil(len(state.changes) / max(1, len(state.outline))))
    parts = [f"# {state.topic}", f"> Written again: {sentence(state.note)}" if state.note else ""]
    for index, title in enumerate(state.outline):
        part = state.changes[index * per_section : (index + 1) * per_section]
        if part:
            lines = [f"- It should be said that {one[:1].lower()}{one[1:]}" for one in map(sentence, part)]
            parts.append(f"## {title}\n\n" + "\n".join(lines))
    return "\n\n".join(part for part in parts if part)


def polished_text(text: str) -> str:
    shorter = re.sub(r"- It should be said that (.)", lambda found: f"- {found[1].upper()}", text)
    return re.sub(r"[ \t]+$", "", shorter, flags=re.MULTILINE)


def findings(state: PartState) -> list[str]:
    """What a careful reader would check."""
    missing = [change for change in state.changes if change.lower() not in state.text.lower()]
    return [
        f"{len(state.text.split())} words",
        f"not mentioned: {'; '.join(missing)}" if missing else "every change is mentioned",
    ]


def address_of(topic: str) -> str:
    plain = unicodedata.normalize("NFKD", topic.lower())
    slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    return f"https://example.com/releases/{slug or 'notes'}"


async def say(text: str, prompt: str, pace: float) -> str:
    """Lets the scripted model say a text, so that its tokens stream and usage is counted."""
    message = await ScriptedModel(script=lambda _: {"text": text}, pace=pace).ainvoke(prompt)
    return message.text


async def draft(state: PartState) -> dict:
    prompt = (
        f'Write release notes called "{state.topic}" with the sections {", ".join(state.outline)}. {state.note}'
    )
    text = await say(draft_text(state), prompt, state.pace)
    return {"text": text, "log": f"draft: revision {state.revision}"}


async def polish(state: PartState) -> dict:
    text = await say(polished_text(state.text), f"Say this in fewer words:\n{state.text}", state.pace)
    return {"text": text, "log": f"polish: {len(state.text) - len(text)} characters shorter"}


async def check(state: PartState) -> dict:
    await take_time(state.pace)
    checks = findings(state)
    return {"checks": checks, "log": f"check: {', '.join(checks)}"}


deep = (
    StateGraph(PartState, input_schema=PartInput, output_schema=PartOutput)
    .add_node("polish", polish)
    .add_node("check", check)
    .add_edge(START, "polish")
    .add_edge("polish", "check")
    .add_edge("check", END)
    .compile()
)

# The middle level: a draft, and a level below that improves it.
write = (
    StateGraph(PartState, input_schema=PartInput, output_schema=PartOutput)
    .add_node("draft", draft)
    .add_node("deep", deep)
    .add_edge(START, "draft")
    .add_edge("draft", "deep")
    .add_edge("deep", END)
    .compile()
)


async def plan(state: WriterState) -> dict:
    await take_time(state.pace)
    again = state.published is None and state.revision > 0
    outline = ["Highlights", "Fixes"] if len(state.changes) > 2 else ["What is new"]
    return {
        "outline": outline,
        "revision": state.revision + 1 if again else 1,
        "approved": False,
        "published": None,
        **({} if again else {"note": "", "text": ""}),
        "log": f"plan: {', '.join(outline)}",
    }


async def review(state: WriterState) -> dict:
    answer = interrupt(
        {
            "question": f'Publish "{state.topic}"?',
            "text": state.text,
            "checks": state.checks,
            "revision": state.revision,
            "answer_with": {"approved": True, "note": "what to change, when it is not approved"},
        }
    )
    await take_time(state.pace / 4)
    approved, note = understood(answer)
    line = f"review: {'approved' if approved else 'again'}{f' ({note})' if note else ''}"
    return {"approved": approved, "note": note, "log": line}


def understood(answer: Any) -> tuple[bool, str]:
    """`True`, `{approved, note}`, or text: text alone requests another round."""
    if isinstance(answer, bool):
        return answer, ""
    if isinstance(answer, str):
        return False, answer
    members = answer if isinstance(answer, dict) else {}
    return members.get("approved") is True, str(members.get("note") or "")


async def publish(state: WriterState) -> dict:
    await take_time(state.pace)
    address = address_of(state.topic)
    return {
        "published": {"title": state.topic, "address": address, "revision": state.revision},
        "log": f"publish: {address}",
    }


def after_review(state: WriterState) -> str:
    return "approved" if state.approved else "again"


graph = (
    StateGraph(WriterState, input_schema=WriterInput)
    .add_node("plan", plan)
    .add_node("write", write)
    .add_node("review", review)
    .add_node("publish", publish)
    .add_edge(START, "plan")
    .add_edge("plan", "write")
    .add_edge("write", "review")
    .add_conditional_edges("review", after_review, {"again": "plan", "approved": "publish"})
    .add_edge("publish", END)
    .compile()
)
