"""Makes the calls of the cases with the official RemoteGraph of Python.

Standard input: [{"url": text, "call": {...}}]. Output: for each the outcome in the form of `run-case.ts`, or {"raised": text}.
"""

import json
import sys
from unittest.mock import MagicMock

import langsmith
from langchain_core.runnables.graph import Edge, Node
from langgraph.errors import GraphInterrupt
from langgraph.pregel.remote import RemoteGraph
from langgraph.types import Command, Interrupt, Send, StateSnapshot

OWN = {"configurable": {"foo": "bar", "thread_id": "t"}}
NAMES = {"recursionLimit": "recursion_limit"}


def revive(value):
    holder = {}

    def visit(item):
        if isinstance(item, list):
            return [visit(each) for each in item]
        if not isinstance(item, dict):
            return item
        if "$function" in item:
            return lambda: None
        if "$self" in item:
            return holder
        if "$send" in item:
            return Send(*item["$send"])
        if "$command" in item:
            return Command(**visit(item["$command"]))
        return {NAMES.get(key, key): visit(each) for key, each in item.items()}

    made = visit(value)
    if isinstance(made, dict):
        holder.update(made)
        return holder
    return made


def plain(value):
    """What is None is left out of a snapshot, as JavaScript leaves out what is undefined."""
    if isinstance(value, StateSnapshot):
        fields = {
            "values": value.values,
            "next": value.next,
            "config": value.config,
            "metadata": value.metadata,
            "createdAt": value.created_at,
            "parentConfig": value.parent_config,
            "tasks": value.tasks,
            "interrupts": value.interrupts,
        }
        return {key: plain(each) for key, each in fields.items() if each is not None}
    if isinstance(value, Interrupt):
        return {"id": value.id, "value": value.value}
    if isinstance(value, Node):
        node = {"id": value.id, "name": value.name, "data": value.data, "metadata": value.metadata}
        return {key: each for key, each in node.items() if each is not None}
    if isinstance(value, Edge):
        return {"source": value.source, "target": value.target}
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    return value


def read(graph, call):
    method, config = call["method"], call.get("config")
    if method == "withConfig":
        copy = graph.with_config(config)
        return {"isCopy": copy is not graph, "config": {"configurable": copy.config["configurable"]}}
    if method == "getGraph":
        drawn = graph.get_graph()
        return {"nodes": list(drawn.nodes.values()), "edges": drawn.edges}
    if method == "getSubgraphs":
        return [[name, each.assistant_id] for name, each in graph.get_subgraphs()]
    if method == "getState":
        return graph.get_state(config)
    if method == "getHistory":
        return list(graph.get_state_history(config, filter=None, before=None, limit=None))
    return graph.update_state(config, call["values"])


def run(graph, call):
    options = call.get("options", {})
    arguments = {"headers": options.get("headers")}
    if call["method"] == "stream":
        arguments["stream_mode"] = options.get("streamMode")
        arguments["subgraphs"] = options.get("subgraphs", False)
    chunks = []

    def act():
        input, config = revive(call["input"]), revive(call["config"])
        if call["method"] == "invoke":
            chunks.append(graph.invoke(input, config, **arguments))
        else:
            chunks.extend(graph.stream(input, config, **arguments))

    try:
        if "distributedTracing" in call:
            with langsmith.tracing_context(enabled=True, client=MagicMock()), langsmith.trace("foo"):
                act()
        else:
            act()
        return {"chunks": chunks, "error": None}
    except GraphInterrupt as error:
        return {"chunks": chunks, "error": {"name": "GraphInterrupt", "interrupts": error.args[0]}}


def outcome(url, call):
    try:
        config = OWN if call["method"] == "withConfig" else None
        traces = call.get("distributedTracing", False)
        graph = RemoteGraph("agent", url=url, api_key=None, config=config, distributed_tracing=traces)
        made = run(graph, call) if call["method"] in ("stream", "invoke") else read(graph, call)
        return plain(made)
    except Exception as error:  # Each case is judged by itself.
        return {"raised": type(error).__name__}


print(json.dumps([outcome(case["url"], case["call"]) for case in json.load(sys.stdin)]))
