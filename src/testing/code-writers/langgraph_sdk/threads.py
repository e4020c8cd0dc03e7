from .parts import filled, path, with_params


def _lifetime(ttl):
    return {} if ttl is None else {"ttl": {"ttl": ttl, "strategy": "delete"} if isinstance(ttl, (int, float)) else ttl}


class Threads:
    def __init__(self, http):
        self.http = http

    def get(self, thread_id, *, include=None, headers=None, params=None):
        query = with_params({"include": ",".join(include)} if include else {}, params)
        return self.http.get(path("/threads", thread_id), headers=headers, params=query or None)

    def create(
        self,
        *,
        metadata=None,
        thread_id=None,
        if_exists=None,
        supersteps=None,
        graph_id=None,
        ttl=None,
        headers=None,
        params=None,
    ):
        body = filled(locals(), "thread_id", "if_exists")
        if metadata or graph_id:
            body["metadata"] = {**(metadata or {}), **({"graph_id": graph_id} if graph_id else {})}
        if supersteps:
            body["supersteps"] = [
                {
                    "updates": [
                        {"values": one["values"], "command": one.get("command"), "as_node": one["as_node"]}
                        for one in superstep["updates"]
                    ]
                }
                for superstep in supersteps
            ]
        return self.http.post("/threads", json={**body, **_lifetime(ttl)}, headers=headers, params=params)

    def update(self, thread_id, *, metadata, ttl=None, return_minimal=False, headers=None, params=None):
        body = {"metadata": metadata, **_lifetime(ttl)}
        sent = {**(headers or {}), **({"Prefer": "return=minimal"} if return_minimal else {})}
        return self.http.patch(path("/threads", thread_id), json=body, headers=sent, params=params)

    def delete(self, thread_id, *, headers=None, params=None):
        self.http.delete(path("/threads", thread_id), headers=headers, params=params)

    def search(
        self,
        *,
        metadata=None,
        values=None,
        ids=None,
        status=None,
        limit=10,
        offset=0,
        sort_by=None,
        sort_order=None,
        select=None,
        extract=None,
        headers=None,
        params=None,
    ):
        names = ("metadata", "values", "ids", "status", "sort_by", "sort_order", "select", "extract")
        body = {"limit": limit, "offset": offset, **filled(locals(), *names)}
        return self.http.post("/threads/search", json=body, headers=headers, params=params)

    def count(self, *, metadata=None, values=None, status=None, headers=None, params=None):
        body = filled(locals(), "metadata", "values", "status")
        return self.http.post("/threads/count", json=body, headers=headers, params=params)

    def copy(self, thread_id, *, headers=None, params=None):
        return self.http.post(path("/threads", thread_id, "copy"), json=None, headers=headers, params=params)

    def prune(self, thread_ids, *, strategy="delete", headers=None, params=None):
        body = {"thread_ids": thread_ids, **({} if strategy == "delete" else {"strategy": strategy})}
        return self.http.post("/threads/prune", json=body, headers=headers, params=params)

    def get_state(
        self, thread_id, checkpoint=None, checkpoint_id=None, *, subgraphs=False, headers=None, params=None
    ):
        if checkpoint:
            route = path("/threads", thread_id, "state") + "/checkpoint"
            body = {"checkpoint": checkpoint, "subgraphs": subgraphs}
            return self.http.post(route, json=body, headers=headers, params=params)
        route = path("/threads", thread_id, "state", *([checkpoint_id] if checkpoint_id else []))
        return self.http.get(route, params=with_params({"subgraphs": subgraphs}, params), headers=headers)

    def update_state(
        self, thread_id, values, *, as_node=None, checkpoint=None, checkpoint_id=None, headers=None, params=None
    ):
        body = {"values": values, **filled(locals(), "checkpoint_id", "checkpoint", "as_node")}
        return self.http.post(path("/threads", thread_id, "state"), json=body, headers=headers, params=params)

    def get_history(
        self, thread_id, *, limit=10, before=None, metadata=None, checkpoint=None, headers=None, params=None
    ):
        body = {"limit": limit, **filled(locals(), "before", "metadata", "checkpoint")}
        return self.http.post(path("/threads", thread_id, "history"), json=body, headers=headers, params=params)

    def join_stream(self, thread_id, *, stream_mode="run_modes", last_event_id=None, headers=None, params=None):
        sent = {**({"Last-Event-ID": last_event_id} if last_event_id else {}), **(headers or {})}
        query = with_params({"stream_mode": stream_mode}, params)
        return self.http.stream(path("/threads", thread_id, "stream"), "GET", headers=sent, params=query)
