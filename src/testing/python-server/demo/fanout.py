"""Translates a notice into several languages at once with Send, then waits for two people, as `resources/demo/fanout.js`."""

from typing import Annotated, Any

from channels import Default
from langgraph.graph import END, START, StateGraph
from langgraph.types import Send, interrupt
from lib import merge, paced, take_time
from pydantic import BaseModel, Field

KNOWN_TEXTS = {
    "German": "Am Sonntag sind wir von 2 bis 4 Uhr nicht erreichbar.",
    "French": "Dimanche, le service sera interrompu de 2 h à 4 h.",
    "Japanese": "日曜日の2時から4時まで、サービスを停止します。",
    "Arabic": "ستتوقف الخدمة يوم الأحد من الساعة 2 إلى الساعة 4.",
}
NOTICE = "On Sunday the service is down from 2 to 4."


class Input(BaseModel):
    notice: Annotated[str, Field(description="What is to be translated."), Default(NOTICE)] = NOTICE
    languages: Annotated[
        list[str],
        Field(description="One branch runs for each of these, all at once."),
        Default(list(KNOWN_TEXTS)),
    ] = list(KNOWN_TEXTS)
    pace: paced(600) = 600


class Answer(BaseModel):
    approved: bool
    note: str


class State(Input):
    translations: Annotated[
        dict[str, str], Field(description="The text in each language. Branches add to it."), merge
    ] = {}
    answers: Annotated[dict[str, Answer], Field(description="What each reviewer said."), merge] = {}
    sent: Annotated[bool, Field(description="Whether the notice went out."), Default(False)] = False


async def split(state: State) -> dict:
    await take_time(state.pace / 2)
    return {"sent": False}


def branches(state: State) -> Any:
    if not state.languages:
        return "gather"
    whole = state.model_dump()
    return [
        Send("translate", {**whole, "language": language, "index": index})
        for index, language in enumerate(state.languages)
    ]


async def translate(state: Any) -> dict:
    # `Send` gives it what was sent, a plain dictionary.
    # Branches end one after the other, so that the canvas shows which are still running.
    await take_time(state["pace"] * (1 + state["index"] / 3))
    language = state["language"]
    return {"translations": {language: KNOWN_TEXTS.get(language, f"[{language}] {state['notice']}")}}


async def gather(state: State) -> dict:
    await take_time(state.pace / 2)
    return {}


def ask_node(person: str, question: str):
    async def ask(state: State) -> dict:
        answer = interrupt(
            {
                "question": question,
                "translations": state.translations,
                "answer_with": {"approved": True, "note": ""},
            }
        )
        await take_time(state.pace / 2)
        members = answer if isinstance(answer, dict) else {}
        approved = answer is True or members.get("approved") is True
        note = answer if isinstance(answer, str) else str(members.get("note") or "")
        return {"answers": {person: {"approved": approved, "note": note}}}

    return ask


async def send(state: State) -> dict:
    await take_time(state.pace)
    return {"sent": all(answer.approved for answer in state.answers.values())}


graph = (
    StateGraph(State, input_schema=Input)
    .add_node("split", split)
    .add_node("translate", translate)
    .add_node("gather", gather)
    .add_node("legal", ask_node("legal", "Legal: may we send this?"))
    .add_node("support_lead", ask_node("support_lead", "Support: will customers understand this?"))
    .add_node("send", send)
    .add_edge(START, "split")
    .add_conditional_edges("split", branches, ["translate", "gather"])
    .add_edge("translate", "gather")
    .add_edge("gather", "legal")
    .add_edge("gather", "support_lead")
    .add_edge(["legal", "support_lead"], "send")
    .add_edge("send", END)
    .compile()
)
