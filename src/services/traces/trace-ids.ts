import { createHash } from 'node:crypto';
import type { TraceContext } from './trace-context.ts';

/** Where a run's spans are: in the trace of the app that started it, or in one of its own. */
export interface RunTrace {
  readonly traceId: string;
  readonly rootSpanId: string;
}

/**
 * The id is the same for the same run, whenever it is exported: a second export replaces the first one, or is dropped
 * as a duplicate. It does not depend on the server's address, so that a recording of a run has the trace id of the run.
 */
export function spanIdsOfRun(threadId: string, runId: string, context: TraceContext | null): RunTrace {
  return {
    traceId: context?.traceId ?? hashed(16, ['trace', threadId, runId]),
    rootSpanId: spanIdOf(threadId, runId),
  };
}

/** Of a run, or of something in it that the parts name. */
export function spanIdOf(threadId: string, runId: string, ...parts: readonly string[]): string {
  return hashed(8, ['span', threadId, runId, ...parts]);
}

function hashed(bytes: number, parts: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify(parts))
    .digest('hex')
    .slice(0, bytes * 2);
}
