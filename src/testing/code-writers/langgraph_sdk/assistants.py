from .parts import filled, path, with_params


class Assistants:
    def __init__(self, http):
        self.http = http

    def get(self, assistant_id, *, headers=None, params=None):
        return self.http.get(path("/assistants", assistant_id), headers=headers, params=params)

    def get_graph(self, assistant_id, *, xray=False, headers=None, params=None):
        query = with_params({"xray": xray}, params)
        return self.http.get(path("/assistants", assistant_id, "graph"), params=query, headers=headers)

    def get_schemas(self, assistant_id, *, headers=None, params=None):
        return self.http.get(path("/assistants", assistant_id, "schemas"), headers=headers, params=params)

    def get_subgraphs(self, assistant_id, namespace=None, recurse=False, *, headers=None, params=None):
        query = with_params({"recurse": recurse}, params)
        below = [] if namespace is None else [namespace]
        return self.http.get(path("/assistants", assistant_id, "subgraphs", *below), params=query, headers=headers)

    def create(
        self,
        graph_id,
        config=None,
        *,
        context=None,
        metadata=None,
        assistant_id=None,
        if_exists=None,
        name=None,
        headers=None,
        description=None,
        params=None,
    ):
        optional = filled(
            locals(), "config", "context", "metadata", "assistant_id", "if_exists", "name", "description"
        )
        body = {"graph_id": graph_id, **optional}
        return self.http.post("/assistants", json=body, headers=headers, params=params)

    def update(
        self,
        assistant_id,
        *,
        graph_id=None,
        config=None,
        context=None,
        metadata=None,
        name=None,
        headers=None,
        description=None,
        params=None,
    ):
        body = filled(locals(), "graph_id", "config", "context", "metadata", "name", "description")
        return self.http.patch(path("/assistants", assistant_id), json=body, headers=headers, params=params)

    def delete(self, assistant_id, *, delete_threads=False, headers=None, params=None):
        query = with_params({"delete_threads": True} if delete_threads else {}, params)
        self.http.delete(path("/assistants", assistant_id), headers=headers, params=query or None)

    def search(
        self,
        *,
        metadata=None,
        graph_id=None,
        name=None,
        limit=10,
        offset=0,
        sort_by=None,
        sort_order=None,
        select=None,
        response_format="array",
        headers=None,
        params=None,
    ):
        if response_format not in ("array", "object"):
            raise ValueError("response_format must be 'array' or 'object'")
        filters = filled(locals(), "metadata", "graph_id", "name", "sort_by", "sort_order", "select")
        seen = []
        found = self.http.post(
            "/assistants/search",
            json={"limit": limit, "offset": offset, **filters},
            headers=headers,
            params=params,
            on_response=seen.append,
        )
        if response_format == "array":
            return found
        return {"assistants": found, "next": seen[0].headers.get("X-Pagination-Next")}

    def count(self, *, metadata=None, graph_id=None, name=None, headers=None, params=None):
        body = filled(locals(), "metadata", "graph_id", "name")
        return self.http.post("/assistants/count", json=body, headers=headers, params=params)

    def get_versions(self, assistant_id, metadata=None, limit=10, offset=0, *, headers=None, params=None):
        body = {"limit": limit, "offset": offset, **filled(locals(), "metadata")}
        route = path("/assistants", assistant_id, "versions")
        return self.http.post(route, json=body, headers=headers, params=params)

    def set_latest(self, assistant_id, version, *, headers=None, params=None):
        route = path("/assistants", assistant_id, "latest")
        return self.http.post(route, json={"version": version}, headers=headers, params=params)
