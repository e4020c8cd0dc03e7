"""Runs programs one after another, or the tests of files, in one process, and prints what came of each as JSON.

Standard input: {"programs": [text]} or {"files": [path]}. Output: [{"error": text or null, "printed": text}].
"""

import asyncio
import contextlib
import inspect
import io
import json
import os
import runpy
import sys
import traceback
from concurrent.futures import ThreadPoolExecutor


def run_program(number, text):
    # Tells requests apart: the programs send it as a header.
    os.environ["HEADER_X_PROGRAM"] = str(number)
    exec(compile(text, f"program {number}", "exec"), {"__name__": "__main__"})


def run_pytest(pytest, file):
    if pytest.main(["-q", "-p", "no:cacheprovider", file]) != 0:
        raise AssertionError("pytest failed")


def run_tests(tests):
    """As pytest would: each function ``test_...``."""
    if not tests:
        raise ValueError("no tests")
    for test in tests:
        made = test()
        if inspect.iscoroutine(made):
            asyncio.run(made)


def error_of(work, *arguments):
    try:
        work(*arguments)
        return None
    except Exception:
        return traceback.format_exc()


def printed_by(work, *arguments):
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        error = error_of(work, *arguments)
    return {"error": error, "printed": printed.getvalue()}


def outcomes_of_files(files):
    try:
        import pytest

        return [printed_by(run_pytest, pytest, file) for file in files]
    except ImportError:
        loaded = [runpy.run_path(file) for file in files]
    tests = [[one for name, one in names.items() if name.startswith("test_") and callable(one)] for names in loaded]
    # Together: most of their time they wait for the server.
    with ThreadPoolExecutor(8) as pool:
        return [{"error": error, "printed": ""} for error in pool.map(lambda some: error_of(run_tests, some), tests)]


asked = json.load(sys.stdin)
outcomes = [printed_by(run_program, number, text) for number, text in enumerate(asked.get("programs", []))]
print(json.dumps(outcomes + outcomes_of_files(asked.get("files", []))))
