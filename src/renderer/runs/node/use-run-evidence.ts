import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Run } from '../../../shared/model/runs/run.ts';
import type { RunLogStore } from '../log/run-log-store.ts';
import { throttle } from '../log/throttle.ts';
import { runEvidence, type RunEvidence } from './model/execution-sources.ts';
import { valueOr } from './model/fact.ts';

/** A node that runs many times a second is shown at intervals at which one can read, in milliseconds. */
const refreshMs = 250;

const nothing: readonly RunEvidence[] = [];

/**
 * What the events of some runs tell about a node, oldest run first. Renders again only when that changes, so
 * that events of other nodes cost nothing. A log that is still being read says nothing of how a run ended, so
 * it counts only from its end on, except that of an active run.
 */
export function useRunEvidence(
  logs: readonly RunLogStore[],
  /** Newest first. */
  runs: readonly Run[],
  /** The run whose events arrive live. */
  activeRunId: string | null,
  nodeId: string,
  /** The clicked task. */
  taskId: string | null,
): readonly RunEvidence[] {
  const subscribe = useCallback(
    (listener: () => void) => {
      const heard = throttle(refreshMs, listener);
      const stops = logs.map((log) => log.subscribe(heard.call));
      return () => {
        heard.cancel();
        for (const stop of stops) stop();
      };
    },
    [logs],
  );
  const read = useMemo(
    () => evidenceReader(logs, runs, activeRunId, nodeId, taskId),
    [logs, runs, activeRunId, nodeId, taskId],
  );
  return useSyncExternalStore(subscribe, read);
}

/** Reads the evidence; returns the same list until something in it changes. */
function evidenceReader(
  logs: readonly RunLogStore[],
  runs: readonly Run[],
  activeRunId: string | null,
  nodeId: string,
  taskId: string | null,
): () => readonly RunEvidence[] {
  let last = nothing;
  return () => {
    const next = logs
      .filter(({ key, get }) => key.runId === activeRunId || get().end !== null)
      .map(({ key, get }) => {
        const run = runs.find(({ runId }) => runId === key.runId);
        return runEvidence(key.runId, get(), run, nodeId, taskId);
      })
      .toSorted((a, b) => positionOf(runs, b.runId) - positionOf(runs, a.runId));
    if (!isSame(last, next)) last = next;
    return last;
  };
}

/** A run that is not listed yet is newer than all others. */
function positionOf(runs: readonly Run[], runId: string): number {
  return runs.findIndex((run) => run.runId === runId);
}

function isSame(before: readonly RunEvidence[], now: readonly RunEvidence[]): boolean {
  return (
    before.length === now.length &&
    before.every((one, at) => {
      const other = now[at];
      return (
        other !== undefined &&
        one.runId === other.runId &&
        one.newestRows === other.newestRows &&
        one.clicked === other.clicked &&
        one.updates === other.updates &&
        one.hasTaskEvents === other.hasTaskEvents &&
        one.isIncomplete === other.isIncomplete &&
        valueOr(one.firstEventAt, null) === valueOr(other.firstEventAt, null)
      );
    })
  );
}
