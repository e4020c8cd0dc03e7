from .parts import given, with_params


def _without_periods(namespace):
    for label in namespace:
        if "." in label:
            raise ValueError(f"Invalid namespace label '{label}'. Namespace labels cannot contain periods ('.').")
    return namespace


class Store:
    def __init__(self, http):
        self.http = http

    def put_item(self, namespace, /, key, value, index=None, ttl=None, headers=None, params=None):
        _without_periods(namespace)
        body = given(locals(), "namespace", "key", "value", "index", "ttl")
        self.http.put("/store/items", json=body, headers=headers, params=params)

    def get_item(self, namespace, /, key, *, refresh_ttl=None, headers=None, params=None):
        labels = ".".join(_without_periods(namespace))
        query = {"key": key, "namespace": labels, **given(locals(), "refresh_ttl")}
        return self.http.get("/store/items", params=with_params(query, params), headers=headers)

    def delete_item(self, namespace, /, key, headers=None, params=None):
        body = {"key": key, "namespace": namespace}
        self.http.delete("/store/items", json=body, headers=headers, params=params)

    def search_items(
        self,
        namespace_prefix,
        /,
        filter=None,
        limit=10,
        offset=0,
        query=None,
        refresh_ttl=None,
        headers=None,
        params=None,
    ):
        body = given(locals(), "namespace_prefix", "filter", "limit", "offset", "query", "refresh_ttl")
        return self.http.post("/store/items/search", json=body, headers=headers, params=params)

    def list_namespaces(
        self, prefix=None, suffix=None, max_depth=None, limit=100, offset=0, *, headers=None, params=None
    ):
        body = given(locals(), "prefix", "suffix", "max_depth", "limit", "offset")
        return self.http.post("/store/namespaces", json=body, headers=headers, params=params)
