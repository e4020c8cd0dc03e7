"""A deep agent with to-dos, files and two kinds of sub-agents, and an agent whose tools share one task. Their models follow scripts."""

import json
import re
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

from deepagents import create_deep_agent
from langchain.agents.middleware import TodoListMiddleware
from langchain_core.language_models import BaseChatModel
from langchain_core.language_models.chat_models import generate_from_stream
from langchain_core.messages import AIMessageChunk
from langchain_core.outputs import ChatGenerationChunk, ChatResult
from langchain_core.tools import tool
from langgraph.prebuilt import create_react_agent
from langgraph.types import interrupt


class Scripted(BaseChatModel):
    """Streams the next answer of its script, word by word: one for each message of the model that is in the conversation."""

    script: list[dict]

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Any, **kwargs: Any) -> "Scripted":
        return self

    def _stream(
        self, messages: list, stop: Any = None, run_manager: Any = None, **kwargs: Any
    ) -> Iterator[ChatGenerationChunk]:
        said = sum(message.type == "ai" for message in messages)
        answer = self.script[min(said, len(self.script) - 1)]
        for word in re.findall(r"\s*\S+", answer["text"]):
            chunk = ChatGenerationChunk(message=AIMessageChunk(content=word))
            if run_manager:
                run_manager.on_llm_new_token(word, chunk=chunk)
            yield chunk
        calls = [
            {
                "type": "tool_call_chunk",
                # A tool call in the text's content block is lost in the event-streaming protocol.
                "index": index + 1,
                "id": f"call_{uuid4()}",
                "name": call["name"],
                "args": json.dumps(call["args"]),
            }
            for index, call in enumerate(answer.get("calls", []))
        ]
        usage = {"input_tokens": 10, "output_tokens": 5, "total_tokens": 15}
        last = AIMessageChunk(
            content="",
            tool_call_chunks=calls,
            usage_metadata=usage,
            response_metadata={"model_name": "scripted-1"},
        )
        yield ChatGenerationChunk(message=last)

    def _generate(self, messages: list, stop: Any = None, run_manager: Any = None, **kwargs: Any) -> ChatResult:
        return generate_from_stream(self._stream(messages, stop, run_manager, **kwargs))


@tool
def look_up(words: str) -> str:
    """Looks words up."""
    return f"{words}: 42"


@tool
def weigh(text: str) -> str:
    """Weighs a letter."""
    return "20 g"


@tool
def send_letter(text: str) -> str:
    """Sends a letter. A person has to approve it."""
    return f"sent: {text}"


def todos(*statuses: str) -> dict:
    names = ["Ask the researchers", "Send the letter"]
    return {"todos": [{"content": name, "status": status} for name, status in zip(names, statuses)]}


def delegate(name: str, description: str) -> dict:
    return {"name": "task", "args": {"subagent_type": name, "description": description}}


letter = {"text": "The answer is 42."}

lead = Scripted(
    script=[
        {
            "text": "I make a plan.",
            "calls": [{"name": "write_todos", "args": todos("in_progress", "pending")}],
        },
        {
            "text": "I ask two researchers.",
            "calls": [delegate("researcher", "Find out: north"), delegate("researcher", "Find out: south")],
        },
        {
            "text": "The clerk sends it, and I note it.",
            "calls": [
                delegate("clerk", "Send the answer."),
                {"name": "write_file", "args": {"file_path": "/answer.md", "content": letter["text"]}},
            ],
        },
        {"text": "All is done."},
    ]
)
researcher = Scripted(
    script=[
        {"text": "I look it up.", "calls": [{"name": "look_up", "args": {"words": "the answer"}}]},
        {"text": "It is 42."},
    ]
)
clerk = Scripted(
    script=[
        {"text": "I weigh it.", "calls": [{"name": "weigh", "args": letter}]},
        {"text": "I send it.", "calls": [{"name": "send_letter", "args": letter}]},
        {"text": "The letter is sent."},
    ]
)

deep = create_deep_agent(
    model=lead,
    middleware=[TodoListMiddleware()],
    subagents=[
        {
            "name": "researcher",
            "description": "Finds things out.",
            "system_prompt": "Find it out.",
            "tools": [look_up],
            "model": researcher,
        },
        {
            "name": "clerk",
            "description": "Sends letters.",
            "system_prompt": "Send it.",
            "tools": [weigh, send_letter],
            "interrupt_on": {"send_letter": True},
            "model": clerk,
        },
    ],
)

charges = 0


@tool
def charge() -> str:
    """Charges a card."""
    global charges
    charges += 1
    return f"charged {charges}"


@tool
def confirm() -> str:
    """Asks a person."""
    return f"confirmed: {interrupt({'question': 'Ship it?'})}"


# All tools of a message run in one task, so that an answer to `confirm` charges the card again.
toolbox = create_react_agent(
    Scripted(
        script=[
            {
                "text": "I charge and ask.",
                "calls": [{"name": "charge", "args": {}}, {"name": "confirm", "args": {}}],
            },
            {"text": "Done."},
        ]
    ),
    [charge, confirm],
    version="v1",
)
