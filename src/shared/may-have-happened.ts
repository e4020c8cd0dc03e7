import type { ErrorCode } from './app-error.ts';

const unknownCodes: ReadonlySet<ErrorCode> = new Set([
  'timeout',
  'unreachable',
  'port-closed',
  'outcome-unknown',
]);

interface Failure {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, string>>;
}

/** Whether a change that failed so may have been made all the same: it was sent, as far as is known. */
export function mayHaveHappened({ code, details }: Failure): boolean {
  return unknownCodes.has(code) && details['sent'] !== 'no';
}
