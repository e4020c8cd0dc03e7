"""A deep agent with a sub-agent inside a tool, on a model that follows a script. There is no such graph in JavaScript."""

from typing import Any

from deepagents import create_deep_agent
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.tools import tool


class Scripted(BaseChatModel):
    """Gives the next answer of its script for each message of the model that is in the conversation."""

    script: list[dict]

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Any, **kwargs: Any) -> "Scripted":
        return self

    def _generate(self, messages: list, stop: Any = None, run_manager: Any = None, **kwargs: Any) -> ChatResult:
        said = sum(message.type == "ai" for message in messages)
        answer = self.script[min(said, len(self.script) - 1)]
        calls = [{"id": f"call_{said}_{at}", **call} for at, call in enumerate(answer.get("calls", []))]
        message = AIMessage(content=answer["text"], tool_calls=calls)
        return ChatResult(generations=[ChatGeneration(message=message)])


@tool
def look_up(words: str) -> str:
    """Looks words up."""
    return f"{words}: 42"


@tool
def send_letter(text: str) -> str:
    """Sends a letter. A person has to approve it."""
    return f"sent: {text}"


task = {"name": "task", "args": {"subagent_type": "researcher", "description": "What is the answer?"}}
letter = {"name": "send_letter", "args": {"text": "The answer is 42."}}

lead = Scripted(
    script=[
        {"text": "I ask my researcher.", "calls": [task]},
        {"text": "I tell it.", "calls": [letter]},
        {"text": "Done."},
    ]
)
researcher = Scripted(
    script=[
        {"text": "I look it up.", "calls": [{"name": "look_up", "args": {"words": "the answer"}}]},
        {"text": "It is 42."},
    ]
)

deep = create_deep_agent(
    model=lead,
    tools=[send_letter],
    subagents=[
        {
            "name": "researcher",
            "description": "Finds things out.",
            "system_prompt": "Find it out.",
            "tools": [look_up],
            "model": researcher,
        }
    ],
    interrupt_on={"send_letter": True},
)
