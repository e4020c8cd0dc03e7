"""A graph whose input is a plan of what it does, as in `real-server/story-graph.mjs`."""

import asyncio
import json
import math
import os
import time
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Annotated, Any, TypedDict

from channels import append
from langchain_core.runnables import RunnableConfig
from langgraph.errors import GraphInterrupt
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, RetryPolicy, Send, interrupt

JOURNAL = os.environ.get("STORY_JOURNAL")


def note(event: str, node: str, config: RunnableConfig) -> None:
    """Notes in the journal what really happened."""
    if JOURNAL is None:
        return
    known = config["configurable"]
    line = {
        "event": event,
        "node": node,
        "runId": str(known.get("run_id")),
        "namespace": known.get("checkpoint_ns"),
        "ms": time.time() * 1000,
    }
    lines.put((known["thread_id"], json.dumps(line)))


def write_journal(folder: str) -> None:
    while True:
        thread_id, line = lines.get()
        with open(os.path.join(folder, thread_id), "a", encoding="utf-8") as journal:
            journal.write(line + "\n")


# The server refuses to write files in its event loop.
lines: SimpleQueue[tuple[str, str]] = SimpleQueue()
if JOURNAL is not None:
    Thread(target=write_journal, args=(JOURNAL,), daemon=True).start()


# How often a task of a plan has failed.
failures: dict[str, int] = {}


async def perform(node: str, task: dict, key: str, config: RunnableConfig) -> str:
    """Does what a task of the plan says, in this order: waits, fails, asks."""
    note("start", node, config)
    try:
        if task.get("waitMs"):
            await asyncio.sleep(task["waitMs"] / 1000)
        while task.get("untilFile") and not await asyncio.to_thread(os.path.exists, task["untilFile"]):
            await asyncio.sleep(0.02)
        failed = failures.get(key, 0)
        if failed < task.get("failures", 0):
            failures[key] = failed + 1
            raise RuntimeError(f"{node} failed")
        answers = [
            interrupt({"question": f"{node} {task.get('item', '')} {index}"}) for index in range(task.get("questions", 0))
        ]
        note("end", node, config)
        return f"{node} {json.dumps(answers)}"
    except GraphInterrupt:
        note("ask", node, config)
        raise
    except BaseException:
        note("fail", node, config)
        raise


def newest(_: Any, value: Any) -> Any:
    """The reducer of channels to which parallel nodes write the same."""
    return value


def story_graph(
    level: int, stages_of: Callable[[dict], list | None], inner: dict[str, Any], checkpointer: bool | None = None
) -> Any:
    """A graph that follows the stages of a plan: each is a list of tasks that run in one superstep."""
    stage_key, log_key = f"stage{level}", f"log{level}"
    state_type = TypedDict(
        f"State{level}",
        {"plan": Annotated[Any, newest], stage_key: Annotated[Any, newest], log_key: Annotated[list, append]},
        total=False,
    )

    def stage_of(state: dict) -> float:
        return state.get(stage_key) or 0

    def tasks_of(state: dict) -> list[dict]:
        stages = stages_of(state.get("plan") or {}) or []
        stage = stage_of(state)
        return stages[int(stage)] if stage == int(stage) and stage < len(stages) else []

    def route(state: dict) -> list:
        tasks = tasks_of(state)
        if not tasks:
            return [END]
        sent = {"plan": state["plan"], stage_key: stage_of(state)}
        return [Send(task["node"], {**sent, "task": task}) if task.get("isSent") else task["node"] for task in tasks]

    def following(state: dict) -> list:
        # After parallel tasks one node decides: otherwise each of them would send the next ones. They leave half a stage.
        return route(state) if stage_of(state) == int(stage_of(state)) else ["gather"]

    def run(node: str) -> Callable:
        async def run_node(state: Any, config: RunnableConfig) -> dict:
            tasks = tasks_of(state)
            own = (one for one in tasks if one["node"] == node and not one.get("isSent"))
            task = state.get("task") or next(own, {})
            stage = stage_of(state)
            key = f"{(state.get('plan') or {}).get('id')} {level} {node} {stage} {task.get('item', '')}"
            line = await perform(node, task, key, config)
            return {log_key: line, stage_key: stage + (0.5 if len(tasks) > 1 else 1)}

        return run_node

    def plain(node: str, update: Callable[[float], float]) -> Callable:
        async def run_plain(state: Any, config: RunnableConfig) -> dict:
            note("start", node, config)
            note("end", node, config)
            return {log_key: node, stage_key: update(stage_of(state))}

        return run_plain

    async def jump(state: Any, config: RunnableConfig) -> Command:
        update = await run("jump")(state, config)
        return Command(update=update, goto=[to for to in following({**state, **update}) if to != END])

    ends = ["a", "b", "c", "again", "jump", "gather", *inner, END]
    policy = RetryPolicy(
        max_attempts=2,
        initial_interval=0.02,
        jitter=False,
        retry_on=lambda error: isinstance(error, RuntimeError),
    )
    graph = StateGraph(state_type)
    graph.add_node("enter", plain("enter", lambda _: 0))
    graph.add_node("gather", plain("gather", lambda stage: math.floor(stage) + 1))
    graph.add_node("again", run("again"), retry_policy=policy)
    graph.add_node("jump", jump, destinations=tuple(ends))
    graph.add_edge(START, "enter")
    graph.add_conditional_edges("enter", route, ends)
    graph.add_conditional_edges("gather", route, ends)
    graph.add_conditional_edges("again", following, ends)
    for name in ("a", "b", "c"):
        graph.add_node(name, run(name))
        graph.add_conditional_edges(name, following, ends)
    for name, node in inner.items():
        graph.add_node(name, node)
        graph.add_edge(name, "gather")
    return graph.compile(checkpointer=checkpointer)


def inner_stages(name: str) -> Callable[[dict], list | None]:
    return lambda plan: (plan.get("inner") or {}).get(name)


deep = story_graph(2, inner_stages("deep"), {})
sub = story_graph(1, inner_stages("sub"), {"deep": deep})
own = story_graph(1, inner_stages("own"), {}, checkpointer=True)
called = story_graph(1, inner_stages("call"), {})


async def call(state: Any, config: RunnableConfig) -> dict:
    """Calls a subgraph from its code, once or twice."""
    note("start", "call", config)
    try:
        for _ in range(state["plan"].get("calls", 1)):
            await called.ainvoke({"plan": state["plan"]})
    except GraphInterrupt:
        note("ask", "call", config)
        raise
    except BaseException:
        note("fail", "call", config)
        raise
    note("end", "call", config)
    return {"log0": "call"}


story = story_graph(0, lambda plan: plan.get("stages"), {"sub": sub, "own": own, "call": call})
