import { execFile, execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** The Python of this machine. */
export interface Python {
  /** The real `langgraph_sdk` is installed. Otherwise programs run with the stand-in beside this file. */
  readonly hasSdk: boolean;
  readonly hasJsonSchema: boolean;
}

export interface PythonOutcome {
  /** The traceback, if it failed. */
  readonly error: string | null;
  readonly printed: string;
}

/** `null` without a python3 that is 3.9 or newer. */
export function findPython(): Python | null {
  const question = `import json, sys
def has(name):
    try:
        __import__(name)
        return True
    except ImportError:
        return False
print(json.dumps([sys.version_info >= (3, 9), has("langgraph_sdk"), has("jsonschema")]))`;
  try {
    const answer = execFileSync('python3', ['-c', question], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [isNew, hasSdk, hasJsonSchema] = JSON.parse(answer) as [boolean, boolean, boolean];
    return isNew ? { hasSdk, hasJsonSchema } : null;
  } catch {
    return null;
  }
}

/** Runs programs one after another, or the tests of files, in one process. In each, `HEADER_X_PROGRAM` is its position. */
export function runPython(
  { hasSdk }: Python,
  work: { readonly programs: readonly string[] } | { readonly files: readonly string[] },
  env: Readonly<Record<string, string>> = {},
): Promise<PythonOutcome[]> {
  const options = {
    env: {
      PATH: process.env['PATH'] ?? '',
      SYSTEMROOT: process.env['SYSTEMROOT'] ?? '',
      PYTHONDONTWRITEBYTECODE: '1',
      PYTHONIOENCODING: 'utf-8',
      ...(hasSdk ? {} : { PYTHONPATH: import.meta.dirname }),
      ...env,
    },
    maxBuffer: 50_000_000,
  };
  return new Promise((done, fail) => {
    const runner = join(import.meta.dirname, 'run_programs.py');
    const child = execFile('python3', [runner], options, (failed, out, problems) => {
      if (failed) fail(new Error(problems, { cause: failed }));
      else done(JSON.parse(out) as PythonOutcome[]);
    });
    child.stdin?.end(JSON.stringify(work));
  });
}
