"""An app of yours: it starts a run on a server, as any client does. Open the thread in RemoteGraph Studio to watch it."""

import os
import sys

from langgraph_sdk import get_sync_client

client = get_sync_client(url=os.environ.get("LANGGRAPH_URL", "http://127.0.0.1:2024"))
text = " ".join(sys.argv[1:]) or "hello"

thread = client.threads.create(metadata={"app": "my-app"})
print(f"Thread {thread['thread_id']}", flush=True)
events = client.runs.stream(
    thread["thread_id"],
    "chat",
    input={"messages": [{"role": "user", "content": text}]},
    stream_mode="updates",
)
for part in events:
    if part.event == "error":
        raise SystemExit(part.data["message"])
    if part.event == "updates":
        for node, update in part.data.items():
            print(f"{node}: {update['messages'][-1]['content']}")
