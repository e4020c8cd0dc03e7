import type { RecordedCheckpoint, RecordedRun, ThreadRecord } from '../../shared/model/thread-record.ts';
import { indexRecord, predecessorOf } from '../../shared/thread-record/record-index.ts';
import { studioAttributes } from './attribute-names.ts';
import { definedAttributes, type SpanLink } from './trace-span.ts';
import type { RunTrace } from './trace-ids.ts';

/**
 * From a run to the one whose checkpoint it continued from: `continues` for an answer or the next step, `follows` for
 * the next input, `forks` where the thread had continued from there already.
 */
export function linksOfRun(
  record: ThreadRecord,
  run: RecordedRun,
  traces: ReadonlyMap<string, RunTrace>,
): readonly SpanLink[] {
  const start = startOf(record, run);
  if (start === null) return [];
  const trace = start.runId === null ? undefined : traces.get(start.runId);
  if (trace === undefined || start.runId === run.runId) return [];
  const kind = isFork(record, start, run) ? 'forks' : continues(run) ? 'continues' : 'follows';
  return [
    {
      traceId: trace.traceId,
      spanId: trace.rootSpanId,
      attributes: definedAttributes({
        [studioAttributes.linkKind]: kind,
        [studioAttributes.linkCheckpoint]: start.checkpointId,
      }),
    },
  ];
}

function continues({ origin }: RecordedRun): boolean {
  return origin.kind === 'resume' || origin.kind === 'continue';
}

/** The checkpoint of another run that a run read first; `null` if there is none, or it is not known. */
function startOf(record: ThreadRecord, { runId, origin }: RecordedRun): RecordedCheckpoint | null {
  const { checkpoints, executions } = indexRecord(record);
  const first = record.checkpoints.find(
    (checkpoint) =>
      checkpoint.namespace === '' && checkpoint.runId === runId && checkpoint.source !== 'update',
  );
  const read = first === undefined ? executions.lastOfRun(runId)?.before : predecessorOf(first);
  let id = read ?? (first === undefined ? origin.checkpointId : null);
  const visited = new Set<string>();
  // Edits on the way are no runs.
  while (id !== null && !visited.has(id)) {
    visited.add(id);
    const checkpoint = checkpoints.get('', id);
    if (checkpoint === undefined) return null;
    if (checkpoint.runId !== null && checkpoint.runId !== runId && checkpoint.source !== 'update')
      return checkpoint;
    id = predecessorOf(checkpoint);
  }
  return null;
}

/** Whether something else had continued from a checkpoint before a run did. */
function isFork(record: ThreadRecord, { checkpointId }: RecordedCheckpoint, { runId }: RecordedRun): boolean {
  const [first] = indexRecord(record).checkpoints.after('', checkpointId);
  return first !== undefined && first.runId !== runId && first.source !== 'update';
}
