import { isObject } from '../http/response-checks.ts';
import { sampleOf } from '../http/raw-text.ts';
import type { WireThreadState } from '../http/api-types.ts';

/** The failure in a wait or join response, which has status 200; `null` if none. */
export function failureInResponse(
  answer: unknown,
): { readonly name: string; readonly message: string } | null {
  const failure = isObject(answer) ? answer['__error__'] : undefined;
  return failure === undefined ? null : parseFailure(failure);
}

/**
 * The error message of a failed run, from its thread's newest state; a generic sentence if that state belongs
 * to another run.
 */
export function failureInThreadState(
  { metadata, tasks = [] }: WireThreadState,
  runId: string,
): { readonly name: string; readonly message: string } {
  const failed = tasks.find(({ error }) => error !== null && error !== undefined);
  if (!failed || metadata?.['run_id'] !== runId) return { name: 'Error', message: 'The run failed.' };
  return parseFailure(failed.error);
}

/**
 * Parses `{error, message}`, plain text, Python's text of an exception, or any of them as JSON inside the message (the
 * JavaScript server wraps it once more in waits, joins and task errors).
 */
export function parseFailure(failure: unknown): { readonly name: string; readonly message: string } {
  if (isObject(failure)) {
    const name = textIn(failure, 'error') ?? textIn(failure, 'name') ?? 'Error';
    const message = textIn(failure, 'message') ?? '';
    return unwrapped(message) ?? { name, message: message === '' ? name : message };
  }
  if (typeof failure === 'string') {
    return unwrapped(failure) ?? parsePythonException(failure) ?? { name: 'Error', message: failure };
  }
  return { name: 'Error', message: sampleOf(failure) };
}

function unwrapped(text: string): { readonly name: string; readonly message: string } | null {
  if (!/^\s*[{"]/.test(text)) return null;
  try {
    const inner: unknown = JSON.parse(text);
    if (typeof inner === 'string') return { name: 'Error', message: inner };
    return isObject(inner) && 'message' in inner ? parseFailure(inner) : null;
  } catch {
    return null;
  }
}

// What each escape in a text of Python stands for; others are left as they are.
const pythonEscapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  '\\': '\\',
  "'": "'",
  '"': '"',
};

/**
 * An exception of Python as its `repr` writes it: `CardDeclinedError('too much')`. `null` for one with other arguments than one
 * text, which stays as it is.
 */
export function parsePythonException(
  text: string,
): { readonly name: string; readonly message: string } | null {
  const [, name, , message] = /^([A-Za-z_]\w*)\((['"])((?:\\.|(?!\2)[^\\\n])*)\2\)$/.exec(text) ?? [];
  if (name === undefined || message === undefined) return null;
  const plain = message.replaceAll(/\\(.)/g, (whole, letter: string) => pythonEscapes[letter] ?? whole);
  return { name, message: plain === '' ? name : plain };
}

function textIn(value: Record<string, unknown>, key: string): string | null {
  const text = value[key];
  return typeof text === 'string' && text !== '' ? text : null;
}

/**
 * Whether a failure is the trace of a cancelled run: the JavaScript server reports the action that a run was cancelled with,
 * `rollback` always and `interrupt` up to 2.0.0 (which is older than 1.5).
 */
export function isCancellation({
  name,
  message,
}: {
  readonly name: string;
  readonly message: string;
}): boolean {
  return name === 'Error' && (message === 'rollback' || message === 'interrupt');
}

/** Whether an error event means "no such run" rather than a failed run. */
export function isUnknownRunFailure(failure: { readonly message: string }): boolean {
  return /^(404: .*|Run not found|Thread not found)$/.test(failure.message);
}
