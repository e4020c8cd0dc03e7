"""An agent that plans, hands work to a sub-agent, and writes a file, as `resources/demo/agent`."""

from typing import Annotated, Any, Literal

from channels import Default
from langchain_core.messages import AnyMessage, BaseMessage, HumanMessage, ToolMessage
from langchain_core.runnables import RunnableConfig
from langchain_core.tools import InjectedToolCallId, tool
from langgraph.graph import add_messages
from langgraph.prebuilt import InjectedState, create_react_agent
from langgraph.types import Command
from lib import ScriptedModel, merge, paced
from pydantic import BaseModel, Field

QUESTION = "What must our bakery know before it sells bread online?"
LIBRARY = {
    "labels of bread sold online": "Ingredients, allergens, weight and the maker must be readable before the order, not only on the bag.",
    "parcels of fresh bread": "A loaf in a paper bag keeps for three days. Parcels that leave before noon arrive the next day.",
}
LABELS, PARCELS = LIBRARY


def todos(*statuses: str) -> list[dict]:
    tasks = ["Find out about labels", "Find out about parcels", "Write the answer"]
    return [{"content": content, "status": status} for content, status in zip(tasks, statuses, strict=True)]


ANSWER = f"""# Bread online

1. **Labels.** {LIBRARY[LABELS]}
2. **Parcels.** {LIBRARY[PARCELS]}
"""

# What the agent does in its first, second, ... turn after a question.
TURNS: list[tuple[str, list[tuple[str, dict]]]] = [
    ("I make a plan first.", [("write_todos", {"todos": todos("in_progress", "in_progress", "pending")})]),
    (
        "Two things can be found out at the same time.",
        [
            ("task", {"subagent_type": "researcher", "description": f"Find out: {LABELS}"}),
            ("task", {"subagent_type": "researcher", "description": f"Find out: {PARCELS}"}),
        ],
    ),
    (
        "Now I write it down.",
        [
            ("write_file", {"path": "bread-online.md", "content": ANSWER}),
            ("write_todos", {"todos": todos("completed", "completed", "completed")}),
        ],
    ),
    (
        "The answer is in bread-online.md. In short: tell what is in the bread before it is ordered, and send it before noon.",
        [],
    ),
]


def turns_since(messages: list[BaseMessage]) -> int:
    """The turns that the model had since the last question."""
    last = max((index for index, message in enumerate(messages) if message.type == "human"), default=-1)
    return sum(message.type == "ai" for message in messages[last + 1 :])


def lead_script(messages: list[BaseMessage]) -> dict:
    text, calls = TURNS[min(turns_since(messages), len(TURNS) - 1)]
    return {
        "text": text,
        "tool_calls": [
            {"id": f"call_{len(messages)}_{index}", "name": name, "args": args}
            for index, (name, args) in enumerate(calls)
        ],
    }


def research_script(messages: list[BaseMessage]) -> dict:
    words = messages[0].text.replace("Find out: ", "")
    if turns_since(messages) == 0:
        call = {"id": f"search_{len(words)}", "name": "search", "args": {"words": words}}
        return {"text": "I look it up.", "tool_calls": [call]}
    return {"text": messages[-1].text}


class Todo(BaseModel):
    content: str
    status: Literal["pending", "in_progress", "completed"]


class ResearchState(BaseModel):
    messages: Annotated[list[AnyMessage], add_messages] = []
    pace: paced(900) = 900
    remaining_steps: int = 25


class State(BaseModel):
    messages: Annotated[
        list[AnyMessage],
        Field(
            description="The conversation. The agent plans, asks its researcher, and answers with a file.",
            json_schema_extra={
                "langgraph_type": "messages",
                "default": [{"type": "human", "content": QUESTION}],
            },
        ),
        add_messages,
    ] = []
    todos: Annotated[
        list[Todo], Field(description="What the agent plans to do. It rewrites the whole list."), Default([])
    ] = []
    files: Annotated[dict[str, str], Field(description="Files that the agent wrote, by path."), merge] = {}
    pace: paced(900) = 900
    remaining_steps: int = 25


def update(changes: dict, content: str, call_id: str) -> Command:
    """The answer of a tool that changes the state, too."""
    return Command(update={**changes, "messages": [ToolMessage(content, tool_call_id=call_id)]})


@tool
def write_todos(todos: list[Todo], tool_call_id: Annotated[str, InjectedToolCallId]) -> Command:
    """Replaces the to-do list."""
    plain = [todo.model_dump() for todo in todos]
    return update({"todos": plain}, f"{len(todos)} to-dos are noted.", tool_call_id)


@tool
def write_file(path: str, content: str, tool_call_id: Annotated[str, InjectedToolCallId]) -> Command:
    """Writes a file."""
    return update({"files": {path: content}}, f"{path} is written.", tool_call_id)


@tool
def search(words: str) -> str:
    """Searches the library."""
    return LIBRARY.get(words, "Nothing was found.")


def model_for(script: Any):
    def choose(state: Any, runtime: Any) -> ScriptedModel:
        return ScriptedModel(script=script, pace=state.pace)

    return choose


researcher = create_react_agent(
    version="v1",
    name="researcher", model=model_for(research_script), tools=[search], state_schema=ResearchState
)


@tool
async def task(
    subagent_type: Literal["researcher"],
    description: str,
    state: Annotated[Any, InjectedState],
    config: RunnableConfig,
) -> str:
    """Hands a piece of work to a sub-agent, which knows nothing but its description."""
    result = await researcher.ainvoke(
        {"messages": [HumanMessage(description)], "pace": state.pace}, {**config, "run_name": "researcher"}
    )
    return result["messages"][-1].text


graph = create_react_agent(
    version="v1",
    name="agent", model=model_for(lead_script), tools=[write_todos, task, write_file], state_schema=State
)
