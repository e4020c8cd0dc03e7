import { membersOrEmpty, parseJson, stringOrNull } from '../../../shared/run-events/json-access.ts';

export interface TaskError {
  readonly message: string;
  /** `null` if the server sends none. */
  readonly stack: string | null;
}

/**
 * Reads the error of a task: JSON text with `name` and `message` from JavaScript servers, plain text from
 * Python's (docs/protocol.md, Failures inside a successful answer).
 */
export function readTaskError(text: string): TaskError {
  const { name, error, message, stack, traceback } = membersOrEmpty(parseJson(text));
  const parts = [stringOrNull(name) ?? stringOrNull(error), stringOrNull(message)].filter(
    (part) => part !== null && part !== '',
  );
  return {
    message: parts.length === 0 ? text : parts.join(': '),
    stack: stringOrNull(stack) ?? stringOrNull(traceback),
  };
}
