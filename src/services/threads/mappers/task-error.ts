import { parsePythonException } from 'remote-graph-client/client';
import { isCancelledTask } from '../../../shared/model/cancelled-task.ts';
import { nonEmptyStringOrNull } from '../../common/narrow.ts';
import { recordOrEmpty } from '../../../shared/narrow.ts';

/**
 * A task's `error` as `Name: message`. JavaScript servers send JSON text (`{"message","name"}`, or
 * `{"error","message"}` for a run's failure), sometimes wrapped twice; Python's send the `repr` of the exception
 * (docs/protocol.md, Failures inside a successful answer). `null` if none.
 */
export function taskErrorMessage(wire: unknown): string | null {
  return errorMessage(wire, deepestWrapping);
}

/** {@link taskErrorMessage} of a task that failed; `null` also for one that was cancelled beside it. */
export function taskFailure(wire: unknown): string | null {
  const error = taskErrorMessage(wire);
  return isCancelledTask(error) ? null : error;
}

/**
 * Whether a task that lists no subgraph may have run one: the JavaScript server lists none of a task that failed. Its errors are
 * JSON, Python's are the `repr` of an exception.
 */
export function mayHideSubgraph(error: unknown): boolean {
  return typeof error === 'string' && error.startsWith('{');
}

const deepestWrapping = 5;

function errorMessage(wire: unknown, levels: number): string | null {
  if (wire === null || wire === undefined) return null;
  const value = unwrap(wire);
  if (typeof value === 'string') {
    const exception = parsePythonException(value);
    if (exception !== null) return `${exception.name}: ${exception.message}`;
    return value === '' ? 'The server sent no error message.' : value;
  }
  const members = recordOrEmpty(value);
  const name = nonEmptyStringOrNull(members['name']) ?? nonEmptyStringOrNull(members['error']);
  const message = levels === 0 ? null : errorMessage(members['message'], levels - 1);
  if (name === null && message === null) return shownValue(value);
  // The inner text of a double wrapping includes the name.
  if (name === null || name === 'Error' || message?.startsWith(`${name}:`)) return message ?? name;
  return message === null ? name : `${name}: ${message}`;
}

// An unknown error as text; may be nested deeper than `JSON.stringify` can follow.
function shownValue(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return 'The server sent an error that is too deeply nested to be shown.';
  }
}

function unwrap(value: unknown): unknown {
  if (typeof value !== 'string' || !value.trimStart().startsWith('{')) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}
