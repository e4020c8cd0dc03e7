import re
import warnings

from .parts import filled, given, path, with_params

_common = (
    "input",
    "config",
    "context",
    "metadata",
    "assistant_id",
    "interrupt_before",
    "interrupt_after",
    "webhook",
    "checkpoint",
    "checkpoint_id",
    "checkpoint_during",
    "multitask_strategy",
    "if_not_exists",
    "on_completion",
    "after_seconds",
    "durability",
)
_streamed = ("stream_mode", "stream_subgraphs", "stream_resumable")


def _body(arguments, *more):
    if arguments["checkpoint_during"] is not None:
        warnings.warn("`checkpoint_during` is deprecated: use `durability`.", DeprecationWarning, stacklevel=3)
    command, tracing = arguments["command"], arguments["langsmith_tracing"]
    return {
        **given(arguments, *_common, *more),
        **({"command": {key: one for key, one in command.items() if one is not None}} if command else {}),
        **({} if tracing is None else {"langsmith_tracer": tracing}),
    }


def _telling(on_run_created):
    """Calls back with the IDs in the answer's Content-Location."""

    def on_response(response):
        found = re.search(r"(/threads/(?P<thread_id>.+))?/runs/(?P<run_id>.+)", response.headers.get("Content-Location", ""))
        if found:
            on_run_created({"run_id": found["run_id"], "thread_id": found["thread_id"]})

    return on_response if on_run_created else None


def _second_form(parts):
    """``version="v2"``: a dictionary for each part."""
    for part in parts:
        kind, *namespace = part.event.split("|")
        data = part.data
        if kind == "end":
            return
        whole = kind == "values" and isinstance(data, dict)
        interrupts = data.pop("__interrupt__", []) if whole else []
        yield {"type": kind, "ns": namespace, "data": data, "interrupts": interrupts}


class Runs:
    def __init__(self, http):
        self.http = http

    def stream(
        self,
        thread_id,
        assistant_id,
        *,
        input=None,
        command=None,
        stream_mode="values",
        stream_subgraphs=False,
        stream_resumable=False,
        metadata=None,
        config=None,
        context=None,
        checkpoint=None,
        checkpoint_id=None,
        checkpoint_during=None,
        interrupt_before=None,
        interrupt_after=None,
        feedback_keys=None,
        on_disconnect=None,
        on_completion=None,
        webhook=None,
        multitask_strategy=None,
        if_not_exists=None,
        after_seconds=None,
        langsmith_tracing=None,
        headers=None,
        params=None,
        on_run_created=None,
        durability=None,
        version="v1",
    ):
        body = _body(locals(), *_streamed, "feedback_keys", "on_disconnect")
        route = "/runs/stream" if thread_id is None else path("/threads", thread_id, "runs") + "/stream"
        told = _telling(on_run_created)
        parts = self.http.stream(route, "POST", json=body, params=params, headers=headers, on_response=told)
        return _second_form(parts) if version == "v2" else parts

    def create(
        self,
        thread_id,
        assistant_id,
        *,
        input=None,
        command=None,
        stream_mode="values",
        stream_subgraphs=False,
        stream_resumable=False,
        metadata=None,
        config=None,
        context=None,
        checkpoint=None,
        checkpoint_id=None,
        checkpoint_during=None,
        interrupt_before=None,
        interrupt_after=None,
        webhook=None,
        multitask_strategy=None,
        if_not_exists=None,
        on_completion=None,
        after_seconds=None,
        langsmith_tracing=None,
        headers=None,
        params=None,
        on_run_created=None,
        durability=None,
    ):
        body = _body(locals(), *_streamed)
        route = path("/threads", thread_id, "runs") if thread_id else "/runs"
        told = _telling(on_run_created)
        return self.http.post(route, json=body, params=params, headers=headers, on_response=told)

    def create_batch(self, payloads, *, headers=None, params=None):
        runs = [{key: one for key, one in payload.items() if one is not None} for payload in payloads]
        return self.http.post("/runs/batch", json=runs, headers=headers, params=params)

    def wait(
        self,
        thread_id,
        assistant_id,
        *,
        input=None,
        command=None,
        metadata=None,
        config=None,
        context=None,
        checkpoint_during=None,
        checkpoint=None,
        checkpoint_id=None,
        interrupt_before=None,
        interrupt_after=None,
        webhook=None,
        on_disconnect=None,
        on_completion=None,
        multitask_strategy=None,
        if_not_exists=None,
        after_seconds=None,
        langsmith_tracing=None,
        raise_error=True,
        headers=None,
        params=None,
        on_run_created=None,
        durability=None,
    ):
        body = _body(locals(), "on_disconnect", "raise_error")
        route = "/runs/wait" if thread_id is None else path("/threads", thread_id, "runs") + "/wait"
        told = _telling(on_run_created)
        return self.http.request_reconnect(
            route, "POST", json=body, params=params, headers=headers, on_response=told
        )

    def list(self, thread_id, *, limit=10, offset=0, status=None, select=None, headers=None, params=None):
        query = {"limit": limit, "offset": offset, **given(locals(), "status"), **filled(locals(), "select")}
        return self.http.get(path("/threads", thread_id, "runs"), params=with_params(query, params), headers=headers)

    def get(self, thread_id, run_id, *, headers=None, params=None):
        return self.http.get(path("/threads", thread_id, "runs", run_id), headers=headers, params=params)

    def cancel(self, thread_id, run_id, *, wait=False, action="interrupt", headers=None, params=None):
        query = with_params({"wait": 1 if wait else 0, "action": action}, params)
        route = path("/threads", thread_id, "runs", run_id, "cancel")
        if wait:
            return self.http.request_reconnect(route, "POST", json=None, params=query, headers=headers)
        return self.http.post(route, json=None, params=query, headers=headers)

    def cancel_many(
        self, *, thread_id=None, run_ids=None, status=None, action="interrupt", headers=None, params=None
    ):
        body = filled(locals(), "thread_id", "run_ids", "status")
        query = with_params({"action": action}, params)
        self.http.post("/runs/cancel", json=body, headers=headers, params=query)

    def join(self, thread_id, run_id, *, headers=None, params=None):
        route = path("/threads", thread_id, "runs", run_id, "join")
        return self.http.request_reconnect(route, "GET", headers=headers, params=params)

    def join_stream(
        self,
        thread_id,
        run_id,
        *,
        cancel_on_disconnect=False,
        stream_mode=None,
        headers=None,
        params=None,
        last_event_id=None,
    ):
        query = with_params({"stream_mode": stream_mode, "cancel_on_disconnect": cancel_on_disconnect}, params)
        sent = {**({"Last-Event-ID": last_event_id} if last_event_id else {}), **(headers or {})}
        route = path("/threads", thread_id, "runs", run_id, "stream")
        return self.http.stream(route, "GET", params=query, headers=sent)

    def delete(self, thread_id, run_id, *, headers=None, params=None):
        self.http.delete(path("/threads", thread_id, "runs", run_id), headers=headers, params=params)
