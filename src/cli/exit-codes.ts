import { AppError, type ErrorCode } from '../shared/app-error.ts';

/** What the program ends with. Scripts rely on these numbers: they never change their meaning. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  unreachable: 3,
  refused: 4,
  waiting: 5,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export const exitCodeMeanings: readonly (readonly [number, string])[] = [
  [exitCodes.ok, 'done; also for open, replay --serve and mcp after Ctrl-C or SIGTERM'],
  [
    exitCodes.failed,
    'the run or the command failed, or the answer is no: diff found differences or cannot tell, check did not pass, what-changed found no successful run, a clone differs',
  ],
  [exitCodes.usage, 'wrong usage; nothing was changed on a server'],
  [exitCodes.unreachable, "the server can't be reached, does not respond in time, or is not a graph server"],
  [
    exitCodes.refused,
    'refused: the key is missing, not valid, locked or not allowed to do this, or a change to a production server was not confirmed',
  ],
  [exitCodes.waiting, 'the run is waiting for an answer, or paused at a breakpoint'],
  [exitCodes.interrupted, 'Ctrl-C'],
  [exitCodes.terminated, 'ended by SIGTERM'],
];

const byError: Partial<Record<ErrorCode, ExitCode>> = {
  'invalid-input': exitCodes.usage,
  unreachable: exitCodes.unreachable,
  timeout: exitCodes.unreachable,
  'outcome-unknown': exitCodes.unreachable,
  'not-a-graph-server': exitCodes.unreachable,
  unauthorized: exitCodes.refused,
  forbidden: exitCodes.refused,
  'secret-locked': exitCodes.refused,
  credential: exitCodes.refused,
  'confirmation-required': exitCodes.refused,
};

/** The exit code of a command that ended with an error. */
export function exitCodeOf(error: unknown): ExitCode {
  return error instanceof AppError ? (byError[error.code] ?? exitCodes.failed) : exitCodes.failed;
}
