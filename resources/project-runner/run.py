"""Runs a program of a Python project so that its whole process tree ends with the studio.

Called as `python run.py PROGRAM ARGS...`, as the leader of a process group of its own, with a pipe of the studio
as its input. The studio writes a word to it to stop the program, and it ends when the studio exits, even by kill -9.
run.mjs does the same on Node.
"""

import os
import signal
import subprocess
import sys
import threading

# How long the group may take to write its data and exit, in seconds.
GRACE = 5.0

is_ending = threading.Event()
# The studio is there, and ends what is left of the group.
is_asked = threading.Event()


def kill_group():
    if os.name == "nt":
        taskkill = os.path.join(os.environ.get("SystemRoot", r"C:\Windows"), "System32", "taskkill.exe")
        subprocess.run([taskkill, "/pid", str(child.pid), "/T", "/F"], check=False)
    else:
        os.killpg(os.getpgrp(), signal.SIGKILL)


def end(*_):
    if is_ending.is_set():
        return
    is_ending.set()
    timer = threading.Timer(GRACE, kill_group)
    # A daemon thread's threads are daemons, too, and would not be waited for.
    timer.daemon = False
    timer.start()
    # Only the program: it passes the signal on, and a second one would stop its server while it writes its data.
    if os.name == "nt":
        kill_group()
    else:
        child.terminate()


def read_until_end():
    while os.read(0, 4096):
        is_asked.set()
    end()


try:
    child = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL)
except OSError as error:
    print(error, file=sys.stderr)
    sys.exit(127)

for name in ("SIGINT", "SIGTERM", "SIGHUP"):
    if hasattr(signal, name):
        signal.signal(getattr(signal, name), end)
threading.Thread(target=read_until_end, daemon=True).start()

code = child.wait()
# Without the studio, this process must end what is left of the group, when the time is over.
if not is_ending.is_set() or is_asked.is_set() or os.name == "nt":
    os._exit(code if code >= 0 else 128 - code)
