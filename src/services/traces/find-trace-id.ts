import { traceContextOf } from './trace-context.ts';
import { spanIdsOfRun } from './trace-ids.ts';
import { recordOrEmpty } from '../../shared/narrow.ts';

/** The ID of a run's trace: the one that the run's own metadata names, or the one that the studio sends it as. */
export function traceIdOfRun(threadId: string, runId: string, wireRun: unknown): string {
  const context = traceContextOf(wireRun);
  return (context === null ? namedTraceId(wireRun) : null) ?? spanIdsOfRun(threadId, runId, context).traceId;
}

// Without a span to be below, it is no place for the studio's spans.
function namedTraceId(wireRun: unknown): string | null {
  const { trace_id: traceId } = recordOrEmpty(recordOrEmpty(wireRun)['metadata']);
  const id = typeof traceId === 'string' ? traceId.replaceAll('-', '').toLowerCase() : '';
  return /^[\da-f]{32}$/.test(id) && !/^0+$/.test(id) ? id : null;
}
