"""Runs a program of a Python project so that its whole process tree ends with the studio.

Called as `python run.py PROGRAM ARGS...`, as the leader of a process group of its own, with a pipe of the studio
as its input: that pipe ends when the studio closes it or exits, even by kill -9. run.mjs does the same on Node.
"""

import os
import signal
import subprocess
import sys
import threading

# How long the group may take to write its data and exit, in seconds.
GRACE = 5.0

is_ending = threading.Event()


def signal_group(number):
    if os.name == "nt":
        taskkill = os.path.join(os.environ.get("SystemRoot", r"C:\Windows"), "System32", "taskkill.exe")
        subprocess.run([taskkill, "/pid", str(child.pid), "/T", "/F"], check=False)
    else:
        os.killpg(os.getpgrp(), number)


def end(*_):
    if is_ending.is_set():
        return
    is_ending.set()
    timer = threading.Timer(GRACE, lambda: signal_group(getattr(signal, "SIGKILL", signal.SIGTERM)))
    # A daemon thread's threads are daemons, too, and would not be waited for.
    timer.daemon = False
    timer.start()
    signal_group(signal.SIGTERM)


def read_until_end():
    while os.read(0, 4096):
        pass
    end()


try:
    child = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL)
except OSError as error:
    print(error, file=sys.stderr)
    sys.exit(127)

# This process is in the group that it signals.
for name in ("SIGINT", "SIGTERM", "SIGHUP"):
    if hasattr(signal, name):
        signal.signal(getattr(signal, name), end)
threading.Thread(target=read_until_end, daemon=True).start()

code = child.wait()
# The studio ends what is left of the group. Without it, this process must, and the timer is set.
if not is_ending.is_set() or os.name == "nt":
    os._exit(code if code >= 0 else 128 - code)
