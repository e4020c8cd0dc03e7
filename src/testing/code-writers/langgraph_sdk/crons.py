from .parts import NOT_PROVIDED, filled, given, path

_common = (
    "schedule",
    "input",
    "config",
    "metadata",
    "context",
    "interrupt_before",
    "interrupt_after",
    "webhook",
    "enabled",
    "timezone",
    "stream_mode",
    "stream_subgraphs",
    "stream_resumable",
    "durability",
)


def _body(arguments, *more):
    zone = arguments["timezone"]
    if not (zone is None or isinstance(zone, str)):
        arguments = {**arguments, "timezone": getattr(zone, "key", None) or zone.tzname(None)}
    end = arguments["end_time"]
    # A datetime: a text has no isoformat, here as there.
    return {**given(arguments, *_common, *more), **({"end_time": end.isoformat()} if end else {})}


class Crons:
    def __init__(self, http_client):
        self.http = http_client

    def create_for_thread(
        self,
        thread_id,
        assistant_id,
        *,
        schedule,
        input=None,
        metadata=None,
        config=None,
        context=None,
        checkpoint_during=None,
        interrupt_before=None,
        interrupt_after=None,
        webhook=None,
        multitask_strategy=None,
        end_time=None,
        enabled=None,
        timezone=None,
        stream_mode=None,
        stream_subgraphs=None,
        stream_resumable=None,
        durability=None,
        headers=None,
        params=None,
    ):
        body = _body(locals(), "assistant_id", "checkpoint_during", "multitask_strategy")
        return self.http.post(
            path("/threads", thread_id, "runs") + "/crons", json=body, headers=headers, params=params
        )

    def create(
        self,
        assistant_id,
        *,
        schedule,
        input=None,
        metadata=None,
        config=None,
        context=None,
        checkpoint_during=None,
        interrupt_before=None,
        interrupt_after=None,
        webhook=None,
        on_run_completed=None,
        multitask_strategy=None,
        end_time=None,
        enabled=None,
        timezone=None,
        stream_mode=None,
        stream_subgraphs=None,
        stream_resumable=None,
        durability=None,
        headers=None,
        params=None,
    ):
        more = ("assistant_id", "checkpoint_during", "multitask_strategy", "on_run_completed")
        return self.http.post("/runs/crons", json=_body(locals(), *more), headers=headers, params=params)

    def delete(self, cron_id, *, headers=None, params=None):
        self.http.delete(path("/runs/crons", cron_id), headers=headers, params=params)

    def update(
        self,
        cron_id,
        *,
        schedule=None,
        end_time=NOT_PROVIDED,
        input=None,
        metadata=None,
        config=None,
        context=None,
        webhook=None,
        interrupt_before=None,
        interrupt_after=None,
        on_run_completed=None,
        enabled=None,
        timezone=None,
        stream_mode=None,
        stream_subgraphs=None,
        stream_resumable=None,
        durability=None,
        headers=None,
        params=None,
    ):
        arguments = {**locals(), "end_time": None if end_time is NOT_PROVIDED else end_time}
        cleared = {"end_time": None} if end_time is None else {}
        body = {**cleared, **_body(arguments, "on_run_completed")}
        return self.http.patch(path("/runs/crons", cron_id), json=body, headers=headers, params=params)

    def search(
        self,
        *,
        assistant_id=None,
        thread_id=None,
        enabled=None,
        metadata=None,
        limit=10,
        offset=0,
        sort_by=None,
        sort_order=None,
        select=None,
        headers=None,
        params=None,
    ):
        body = {
            **given(locals(), "assistant_id", "thread_id", "enabled", "limit", "offset"),
            **filled(locals(), "metadata", "sort_by", "sort_order", "select"),
        }
        return self.http.post("/runs/crons/search", json=body, headers=headers, params=params)

    def count(self, *, assistant_id=None, thread_id=None, metadata=None, headers=None, params=None):
        body = filled(locals(), "assistant_id", "thread_id", "metadata")
        return self.http.post("/runs/crons/count", json=body, headers=headers, params=params)
