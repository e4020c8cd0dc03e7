import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { isActive } from '../../../../shared/model/runs/is-active.ts';
import type { Run, RunOrigin } from '../../../../shared/model/runs/run.ts';
import { useCachedHistory } from '../../../queries/cached-history.ts';
import { useStudio } from '../../../rpc/rpc-context.ts';
import type { RunLogSnapshot } from '../../log/run-log-store.ts';
import { createPassLogs, type WantedLog } from './pass-logs.ts';
import { passRuns } from './pass-runs.ts';

/** A run of a pass, with what is known of it. */
export interface PassRun {
  readonly runId: string;
  /** `undefined` for a run that is not listed yet. */
  readonly run: Run | undefined;
  /** `null` if its events are not known. */
  readonly log: RunLogSnapshot | null;
  /** Its events are stored, and being read. */
  readonly isReading: boolean;
  readonly running: boolean;
}

/** The run in the dock. */
export interface DisplayedRun {
  readonly connectionId: string;
  readonly threadId: string | null;
  /** Newest first. */
  readonly runs: readonly Run[];
  readonly runId: string;
  /** How it was started here, if it may not be listed yet. */
  readonly began: RunOrigin | null;
  readonly log: RunLogSnapshot;
  readonly running: boolean;
}

/**
 * The runs of the pass of the displayed run, oldest first. The logs of the others are read if they are stored
 * here and the whole pass is shown.
 */
export function usePass(
  shown: DisplayedRun,
  isWhole: boolean,
): { readonly runs: readonly PassRun[]; readonly isCut: boolean } {
  const { connectionId, threadId, runs, runId, began, log, running } = shown;
  const studio = useStudio();
  const { checkpoints } = useCachedHistory(connectionId, threadId);
  const { runIds: pass, isCut } = useMemo(
    () => (threadId === null ? { runIds: [runId], isCut: false } : passRuns(runs, runId, began, checkpoints)),
    [threadId, runs, runId, began, checkpoints],
  );
  const logs = useMemo(
    () => createPassLogs(studio, connectionId, threadId ?? ''),
    [studio, connectionId, threadId],
  );
  useEffect(() => () => logs.leave(), [logs]);
  const wanted: WantedLog[] = !isWhole
    ? []
    : pass.flatMap((id) => {
        const run = runs.find((one) => one.runId === id);
        return id === runId || run?.hasLog !== true ? [] : [{ runId: id, isActive: isActive(run.status) }];
      });
  useEffect(() => {
    // The next run of the pass does not read it again.
    if (log.end !== null) logs.keep(runId, log);
    logs.want(wanted, pass);
  });
  const read = useSyncExternalStore(logs.subscribe, logs.get);
  const all = useMemo(
    () =>
      pass.map((id): PassRun => {
        const run = runs.find((one) => one.runId === id);
        if (id === runId) return { runId: id, run, log, isReading: false, running };
        const other = read.get(id) ?? null;
        const isKnown = other !== null && other.problem === null;
        return {
          runId: id,
          run,
          log: isKnown ? other : null,
          isReading: other === null && run?.hasLog === true,
          running: run !== undefined && isActive(run.status) && other?.end == null,
        };
      }),
    [pass, runs, runId, log, running, read],
  );
  return { runs: all, isCut };
}
