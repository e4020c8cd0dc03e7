import * as z from 'zod/mini';
import { maxExpressionLength } from '../expression/expression.ts';

/** A run pauses right before a node runs, or right after. */
export const BreakpointSide = z.enum(['before', 'after']);
export type BreakpointSide = z.infer<typeof BreakpointSide>;

/** LangGraph's name for all nodes. */
export const everyNode = '*';

/** At the `count`-th visit of the node, or at every `count`-th one. */
export const HitCount = z.strictObject({
  kind: z.enum(['nth', 'every']),
  count: z.int().check(z.gte(1), z.lte(1_000_000)),
});
export type HitCount = z.infer<typeof HitCount>;

export const maxLogMessageLength = 2000;

/**
 * Where a run stops, and when. With several of hit count, condition and keys, all of them have to hold. Without any of
 * them and without a log message it is a plain breakpoint, which servers know.
 *
 * - `nodeId`: Id of a top-level node, or `*` for every node.
 * - `condition`: An expression over the state; see `parseExpression`.
 * - `changedKeys`: Keys of the state, one of which has to have changed in the last superstep. Empty: no such condition.
 * - `logMessage`: Makes it a logpoint: it writes this line instead of stopping; see `parseLogMessage`.
 */
export const Breakpoint = z.strictObject({
  id: z.string().check(z.minLength(1), z.maxLength(1200)),
  nodeId: z.string().check(z.minLength(1), z.maxLength(1000)),
  side: BreakpointSide,
  enabled: z.boolean(),
  hitCount: z.nullable(HitCount),
  condition: z.nullable(z.string().check(z.maxLength(maxExpressionLength))),
  changedKeys: z.array(z.string().check(z.minLength(1), z.maxLength(500))).check(z.maxLength(20)),
  logMessage: z.nullable(z.string().check(z.maxLength(maxLogMessageLength))),
});
export type Breakpoint = z.infer<typeof Breakpoint>;

export const maxBreakpoints = 200;

/** Whether only the studio can check it, by reading the state at each stop. */
export function isCheckedByStudio({ hitCount, condition, changedKeys, logMessage }: Breakpoint): boolean {
  return hitCount !== null || condition !== null || changedKeys.length > 0 || logMessage !== null;
}

/** Servers accept only top-level nodes. */
export function canServerStopAt({ nodeId }: Pick<Breakpoint, 'nodeId'>): boolean {
  return !nodeId.includes(':');
}

/** What a breakpoint's conditions found. Texts are JSON as the server sent it, truncated if long, for display. */
export const BreakpointFinding = z.discriminatedUnion('kind', [
  /** `sinceInput`: counted from the start of the turn; otherwise only from where it was continued. */
  z.strictObject({ kind: z.literal('visit'), visit: z.int().check(z.gte(1)), sinceInput: z.boolean() }),
  z.strictObject({ kind: z.literal('condition'), expression: z.string() }),
  /** `null`: the state had no such key. */
  z.strictObject({
    kind: z.literal('changed'),
    key: z.string(),
    before: z.nullable(z.string()),
    after: z.nullable(z.string()),
  }),
  /** It could not be checked, which stops the run. */
  z.strictObject({ kind: z.literal('broken'), expression: z.string(), message: z.string() }),
]);
export type BreakpointFinding = z.infer<typeof BreakpointFinding>;

export const BreakpointHit = z.strictObject({
  breakpointId: z.string(),
  nodeId: z.string(),
  side: BreakpointSide,
  /** Empty for a plain breakpoint. */
  findings: z.array(BreakpointFinding),
});
export type BreakpointHit = z.infer<typeof BreakpointHit>;

/**
 * Why a run with breakpoints is stopped.
 *
 * - `checkpointId`: Where the thread stopped; `null` if unknown.
 * - `problem`: Why the studio did not check or continue it, as sentences; `null` if a breakpoint or a step stopped it.
 */
export const BreakpointStop = z.strictObject({
  checkpointId: z.nullable(z.string()),
  hits: z.array(BreakpointHit),
  problem: z.nullable(z.string()),
});
export type BreakpointStop = z.infer<typeof BreakpointStop>;

/**
 * - `seq`: In order, from 1, per thread.
 * - `at`: ISO 8601, by the clock of the studio's host.
 * - `visit`: Which visit of the node this was.
 */
export const LogpointLine = z.strictObject({
  seq: z.int().check(z.gte(1)),
  at: z.string(),
  nodeId: z.string(),
  side: BreakpointSide,
  visit: z.int().check(z.gte(1)),
  checkpointId: z.string(),
  runId: z.string(),
  text: z.string(),
});
export type LogpointLine = z.infer<typeof LogpointLine>;

/** The newest lines of a thread, oldest first. `dropped`: number of older lines that are no longer stored. */
export const LogpointLog = z.strictObject({
  lines: z.array(LogpointLine),
  dropped: z.int().check(z.nonnegative()),
});
export type LogpointLog = z.infer<typeof LogpointLog>;
