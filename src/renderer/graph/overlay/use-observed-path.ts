import { useDeferredValue, useMemo, useSyncExternalStore } from 'react';
import type { GraphShape } from '../../../shared/model/graph.ts';
import type { RecordGap, ThreadRecord } from '../../../shared/model/thread-record.ts';
import { stepsIn, type OverlayScope, type OverlayStep } from '../../../shared/thread-record/overlay.ts';
import type { DisplayedRunRef, NodeActivitySource } from '../../shared-ui/node-activity.ts';
import { useThreadRecord } from '../../queries/thread-record.ts';
import type { OverlayChoice } from '../preferences.ts';
import { criticalPath, type CriticalPath } from './critical-path.ts';
import { observePath, type ObservedPath } from './observed-path.ts';

export interface ObservedPathState {
  readonly observation: ObservedPath | null;
  /** `unlisted`: no run is known, but the server does not list all. */
  readonly state: 'off' | 'no-thread' | 'no-run' | 'unlisted' | 'loading' | 'failed' | 'ready';
  readonly error: unknown;
  readonly retry: () => void;
  readonly path: CriticalPath | null;
  readonly gaps: readonly RecordGap['kind'][];
  /** Of some of what ran no events are known, so only messages that stayed in the state have token counts. */
  readonly hasUnknownTokens: boolean;
}

/** What was executed in a run, in a turn or on a whole thread, by the thread's record. */
export function useObservedPath(
  connectionId: string,
  threadId: string | null,
  shape: GraphShape,
  activity: NodeActivitySource,
  { mode, scope }: OverlayChoice,
): ObservedPathState {
  const isOn = mode !== 'off' && threadId !== null;
  const displayed = useSyncExternalStore(activity.subscribeRun, activity.run);
  const { record: newest, error, retry } = useThreadRecord(connectionId, isOn ? threadId : null);
  // Many changes of a live run are drawn at once.
  const deferred = useDeferredValue(newest);
  const record = deferred?.threadId === threadId ? deferred : null;
  const ofThread = displayed?.threadId === threadId ? displayed : null;
  // The list of runs may be late or fail, while the record has them.
  const newestRunId = record === null ? null : newestStartedRun(record);
  const wanted = useMemo(() => scopeOf(scope, ofThread, newestRunId), [scope, ofThread, newestRunId]);

  const steps = useMemo(
    () => (record === null || wanted === null ? null : stepsIn(record, wanted)),
    [record, wanted],
  );
  const path = useMemo(
    () => (mode === 'bottleneck' && steps !== null ? criticalPath(steps) : null),
    [mode, steps],
  );
  const observation = useMemo(
    () =>
      steps === null
        ? null
        : observePath(shape, path?.steps ?? steps, wanted?.kind === 'run' ? wanted.runId : null),
    [shape, steps, path, wanted],
  );

  const state = ((): ObservedPathState['state'] => {
    if (mode === 'off') return 'off';
    if (threadId === null) return 'no-thread';
    if (observation !== null) return 'ready';
    if (record === null) return error === null ? 'loading' : 'failed';
    return record.gaps.some(({ kind }) => kind === 'runs') ? 'unlisted' : 'no-run';
  })();
  return {
    observation,
    path,
    state,
    error,
    retry,
    gaps: gapsOf(record),
    hasUnknownTokens: steps?.some(lacksTokens) === true,
  };
}

function newestStartedRun({ runs }: ThreadRecord): string | null {
  return runs.findLast(({ status }) => status !== 'queued')?.runId ?? null;
}

function scopeOf(
  scope: OverlayChoice['scope'],
  displayed: DisplayedRunRef | null,
  newestRunId: string | null,
): OverlayScope | null {
  const runId = displayed?.runId ?? newestRunId;
  switch (scope) {
    case 'thread':
      return { kind: 'thread' };
    case 'turn':
      return { kind: 'turn', checkpointId: displayed?.checkpointId ?? null };
    default:
      return runId === null ? null : { kind: 'run', runId };
  }
}

function gapsOf(record: ThreadRecord | null): readonly RecordGap['kind'][] {
  return [...new Set(record?.gaps.map(({ kind }) => kind))];
}

function lacksTokens({ executions }: OverlayStep): boolean {
  return executions.some(
    ({ tokens, spans }) => tokens === null && spans.every(({ attempts }) => attempts === null),
  );
}
