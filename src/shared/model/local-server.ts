import { z } from 'zod';
import { WireError } from '../wire-error.ts';

/**
 * Status of the demo server. `ready`: this very process responded with its own token.
 *
 * - `startedInMs`: Milliseconds from start to ready, once ready.
 */
export const LocalServerStatus = z.strictObject({
  state: z.enum(['stopped', 'starting', 'ready', 'stopping', 'failed']),
  url: z.string().nullable(),
  pid: z.int().nullable(),
  startedInMs: z.number().nullable(),
  problem: z.nullable(WireError),
});
export type LocalServerStatus = z.infer<typeof LocalServerStatus>;

export const LogLevel = z.enum(['debug', 'info', 'warning', 'error']);
export type LogLevel = z.infer<typeof LogLevel>;

/** A line printed by the server. Control characters are escaped, secrets masked. `level` is `null` if the line has none. */
export const LogLine = z.strictObject({
  seq: z.int().nonnegative(),
  at: z.string(),
  source: z.enum(['out', 'err', 'studio']),
  text: z.string(),
  level: LogLevel.nullable(),
});
export type LogLine = z.infer<typeof LogLine>;

export const LocalServerUpdate = z.strictObject({ status: LocalServerStatus, lines: z.array(LogLine) });
export type LocalServerUpdate = z.infer<typeof LocalServerUpdate>;
