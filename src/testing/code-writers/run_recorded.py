"""Runs programs that use a graph server's SDK, and prints what each called, as JSON.

Standard input: {"programs": [text], "values": [text or null], "ids": {...}}, with the state of each program's thread.
Output: [{"error": text or null, "calls": [[name, args, kwargs]]}]. A test that fails ends with a call of "failed".
"""

import json
import sys
import traceback
import types

asked = json.load(sys.stdin)
ids = asked["ids"]
calls = []
values = {}


class Recorder:
    def __init__(self, name):
        self._name = name

    def __getattr__(self, name):
        return Recorder(f"{self._name}.{name}" if self._name else name)

    def __call__(self, *args, **kwargs):
        calls.append([self._name, list(args), kwargs])
        if self._name == "threads.get_state":
            return {"values": values, "tasks": [{"interrupts": [{"id": ids["interrupt"]}]}]}
        if self._name == "threads.get_history":
            return [{"checkpoint": {"checkpoint_id": ids["checkpoint"]}, "tasks": []}]
        if self._name in ("runs.stream", "http.stream"):
            return []
        moment = "2026-01-01T00:00:00Z"
        own = {"status": "success", "run_id": "r", "created_at": moment, "updated_at": moment}
        return {"thread_id": ids["thread"], "assistant_id": ids["assistant"], **own}


sdk = types.ModuleType("langgraph_sdk")
sdk.get_sync_client = lambda **options: Recorder("")
sys.modules["langgraph_sdk"] = sdk
schema = types.ModuleType("jsonschema")
schema.validate = lambda value, schema: calls.append(["validate", [schema], {}])
sys.modules["jsonschema"] = schema


def run(number, text):
    names = {"__name__": f"program_{number}", "print": lambda *values: None}
    exec(compile(text, f"program {number}", "exec"), names)
    for name in [one for one in names if one.startswith("test_")]:
        try:
            names[name]()
        except Exception as error:
            calls.append(["failed", [repr(error)], {}])


outcomes = []
for number, text in enumerate(asked["programs"]):
    calls = []
    values = json.loads(asked["values"][number] or "{}")
    try:
        run(number, text)
        error = None
    except BaseException:
        error = traceback.format_exc()
    outcomes.append({"error": error, "calls": calls})
print(json.dumps(outcomes))
