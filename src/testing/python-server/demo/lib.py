"""What the demo graphs share: the pace of nodes, lists of lines, merged dictionaries, and a model without a key."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable
from typing import Annotated, Any

from channels import Default
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessageChunk, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from pydantic import Field

PACE_TEXT = "Milliseconds that a node takes, so that there is something to watch. 0 is instant."


def paced(ms: int) -> Any:
    """The duration of a node. Tests set 0."""
    return Annotated[float, Field(ge=0, le=60_000, description=PACE_TEXT), Default(ms)]


async def take_time(ms: float) -> None:
    if ms > 0:
        await asyncio.sleep(ms / 1000)


def extend(lines: list, added: Any) -> list:
    """The reducer of a list of lines: one line, or several."""
    return [*lines, *(added if isinstance(added, list) else [added])]


def merge(before: dict, added: dict) -> dict:
    return {**before, **added}


class ScriptedModel(BaseChatModel):
    """A chat model without a key or network.

    `script` gets the messages and returns `text` and `tool_calls`; the model streams it word by word within `pace`
    milliseconds, and reports usage like a real one.
    """

    script: Callable[[list[BaseMessage]], dict]
    pace: float = 0

    @property
    def _llm_type(self) -> str:
        return "scripted"

    @property
    def _identifying_params(self) -> dict:
        return {"model": "scripted-1"}

    def bind_tools(self, tools: Any, **kwargs: Any) -> "ScriptedModel":
        return self

    def _generate(self, messages: list, stop: Any = None, run_manager: Any = None, **kwargs: Any) -> ChatResult:
        raise NotImplementedError("It streams only.")

    async def _agenerate(self, messages: list, stop: Any = None, run_manager: Any = None, **kwargs: Any) -> ChatResult:
        whole = None
        async for chunk in self._astream(messages, stop, run_manager, **kwargs):
            whole = chunk if whole is None else whole + chunk
        return ChatResult(generations=[ChatGeneration(message=whole.message)])

    async def _astream(
        self, messages: list, stop: Any = None, run_manager: Any = None, **kwargs: Any
    ) -> AsyncIterator[ChatGenerationChunk]:
        said = self.script(messages)
        text, calls = said.get("text", ""), said.get("tool_calls", [])
        words = re.findall(r"\s*\S+\s*$|\s*\S+", text)
        step = self.pace / (len(words) + 1)

        async def emit(message: AIMessageChunk) -> ChatGenerationChunk:
            chunk = ChatGenerationChunk(text=str(message.content), message=message)
            if run_manager:
                await run_manager.on_llm_new_token(chunk.text, chunk=chunk)
            return chunk

        for word in words:
            await take_time(step)
            yield await emit(AIMessageChunk(content=word))
        await take_time(step)
        if calls:
            yield await emit(calling_chunk(calls))
        yield await emit(last_chunk(messages, len(words) + len(calls) * 18, bool(calls)))


def calling_chunk(calls: list[dict]) -> AIMessageChunk:
    chunks = [
        {
            "type": "tool_call_chunk",
            "index": index,
            "id": call["id"],
            "name": call["name"],
            "args": json.dumps(call["args"], ensure_ascii=False),
        }
        for index, call in enumerate(calls)
    ]
    return AIMessageChunk(content="", tool_call_chunks=chunks)


def last_chunk(messages: list, output_tokens: int, calling: bool) -> AIMessageChunk:
    input_tokens = sum(-(-len(message.text) // 4) + 4 for message in messages)
    usage = {
        "input_tokens": input_tokens,
        "output_tokens": output_tokens,
        "total_tokens": input_tokens + output_tokens,
    }
    metadata = {"model_name": "scripted-1", "finish_reason": "tool_calls" if calling else "stop"}
    return AIMessageChunk(content="", usage_metadata=usage, response_metadata=metadata)
