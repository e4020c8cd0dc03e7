import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { GraphShape } from '../../../shared/model/graph.ts';
import type { ExecutionTrace } from '../../../shared/model/threads/execution-trace.ts';
import type { NodeActivitySource, RunTrace } from '../../domain/node-activity.ts';
import { useObservedThread, useRunTokens } from '../queries.ts';
import { criticalPath, type CriticalPath } from './critical-path.ts';
import { traceGraph, type GraphTrace } from './trace-graph.ts';
import type { OverlayChoice } from '../preferences.ts';
import { stepsOfRun, tokensByNode, withReportedTokens } from './run-steps.ts';

/** Minimum interval between updates during a live run, in milliseconds. */
const followMs = 250;

/** The trace, or why there is none. */
export interface GraphTraceState {
  readonly observation: GraphTrace | null;
  readonly state: 'off' | 'no-thread' | 'no-run' | 'loading' | 'failed' | 'ready';
  readonly error: unknown;
  readonly retry: () => void;
  /** The critical path, for the overlay that marks it. */
  readonly path: CriticalPath | null;
  /** From the history, which is less detailed than run events. */
  readonly isHistory: boolean;
  /** How far the history was read. */
  readonly reach: ExecutionTrace['coverage'];
  /** For how many of the runs token counts are complete; the others may have used more. */
  readonly tokensKnown: { readonly runs: number; readonly of: number };
}

/** What was executed: the displayed run by its events, or a whole thread (or a run without events) by its history. */
export function useGraphTrace(
  connectionId: string,
  threadId: string | null,
  shape: GraphShape,
  activity: NodeActivitySource,
  { mode, scope }: OverlayChoice,
): GraphTraceState {
  const isOn = mode !== 'off' && threadId !== null;
  const trace = useTrace(activity, isOn);
  const ofThread = trace?.threadId === threadId ? trace : null;
  const ownSteps = useMemo(() => (scope === 'run' ? (ofThread?.steps() ?? null) : null), [scope, ofThread]);
  const isNeeded = isOn && ownSteps === null && (scope === 'thread' || ofThread !== null);
  const history = useObservedThread(connectionId, isNeeded ? threadId : null, ofThread?.version ?? '');
  const runId = ofThread?.runId ?? null;
  const all = history.data?.steps ?? null;
  const runIds = useMemo(() => [...new Set((all ?? []).flatMap((step) => step.runId ?? []))], [all]);
  const wantsTokens = isOn && mode === 'tokens' && scope === 'thread';
  const shownSteps = useMemo(
    () => (wantsTokens ? (ofThread?.steps() ?? null) : null),
    [wantsTokens, ofThread],
  );
  const otherIds = shownSteps === null ? runIds : runIds.filter((id) => id !== runId);
  const tokens = useRunTokens(
    connectionId,
    wantsTokens ? threadId : null,
    otherIds,
    ofThread?.version ?? '',
  ).data;

  const steps = useMemo(() => {
    if (!isOn) return null;
    if (ownSteps !== null) return ownSteps;
    if (all === null) return null;
    if (scope === 'thread') {
      const nodes = shownSteps === null ? new Map<string, number>() : tokensByNode(shownSteps);
      const reporting = new Set(shownSteps === null || runId === null ? [] : [runId]);
      for (const run of tokens ?? []) {
        reporting.add(run.runId);
        for (const { nodeId, tokens: own } of run.nodes) nodes.set(nodeId, (nodes.get(nodeId) ?? 0) + own);
      }
      return withReportedTokens(all, { runIds: reporting, nodes });
    }
    return runId === null ? null : stepsOfRun(all, runId);
  }, [isOn, ownSteps, all, scope, runId, shownSteps, tokens]);
  const path = useMemo(
    () => (mode === 'bottleneck' && steps !== null ? criticalPath(steps) : null),
    [mode, steps],
  );
  const observation = useMemo(
    () => (steps === null ? null : traceGraph(shape, path?.steps ?? steps)),
    [shape, steps, path],
  );

  const state = ((): GraphTraceState['state'] => {
    if (mode === 'off') return 'off';
    if (threadId === null) return 'no-thread';
    if (observation !== null) return 'ready';
    if (!isNeeded) return 'no-run';
    return history.isError ? 'failed' : 'loading';
  })();
  return {
    observation,
    path,
    state,
    error: history.error,
    retry: () => void history.refetch(),
    isHistory: ownSteps === null,
    tokensKnown: {
      runs:
        (tokens ?? []).filter(({ runId: id, isWhole }) => isWhole && otherIds.includes(id)).length +
        (shownSteps !== null && runId !== null && runIds.includes(runId) ? 1 : 0),
      of: runIds.length,
    },
    reach: ownSteps === null ? (history.data?.coverage ?? 'whole') : 'whole',
  };
}

/** The displayed run, throttled. */
function useTrace(activity: NodeActivitySource, isOn: boolean): RunTrace | null {
  const subscribe = useCallback(
    (listener: () => void) => {
      if (!isOn) return () => undefined;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const stop = activity.subscribeTrace(() => {
        timer ??= setTimeout(() => {
          timer = undefined;
          listener();
        }, followMs);
      });
      return () => {
        clearTimeout(timer);
        stop();
      };
    },
    [activity, isOn],
  );
  return useSyncExternalStore(subscribe, () => (isOn ? activity.trace() : null));
}
