import { useEffect, useMemo, useRef, useState } from 'react';
import type { NodeActivity } from '../../domain/node-activity.ts';
import { useStudio } from '../../rpc/rpc-context.ts';
import { finishedNodes } from './merge-activity.ts';
import { createRunLogStore, type RunLogSnapshot } from '../log/run-log-store.ts';

type ActivityMap = ReadonlyMap<string, NodeActivity>;

/**
 * The finished nodes of the preceding runs of a pass, newest on top. Their events are read once, whether they
 * ran in this window or earlier; a run with unreadable events adds nothing.
 */
export function usePrecedingRuns(
  connectionId: string,
  threadId: string | null,
  /** Newest first. */
  earlier: readonly string[],
  followed: { readonly runId: string | null; readonly log: RunLogSnapshot | null },
): ActivityMap | null {
  const studio = useStudio();
  const [known, setKnown] = useState<ReadonlyMap<string, ActivityMap>>(new Map());
  const latest = useRef(known);
  useEffect(() => {
    latest.current = known;
  }, [known]);

  // Keeps the log of a run that was followed to its end, so that a continuing run doesn't read it again.
  const { runId, log } = followed;
  if (runId !== null && log?.end && !known.has(runId)) {
    setKnown(new Map(known).set(runId, finishedNodes(log.model.activity.snapshot(), null)));
  }

  const wanted = earlier.join(' ');
  useEffect(() => {
    if (threadId === null || wanted === '') return;
    const readings = wanted.split(' ').flatMap((id) => {
      if (latest.current.has(id)) return [];
      const store = createRunLogStore({ connectionId, threadId, runId: id });
      const unsubscribe = store.subscribe(() => {
        const { end, problem, model } = store.get();
        if (end === null && problem === null) return;
        setKnown((before) => new Map(before).set(id, finishedNodes(model.activity.snapshot(), null)));
      });
      const leave = store.follow(studio);
      return () => {
        unsubscribe();
        leave();
      };
    });
    return () => readings.forEach((stop) => stop());
  }, [studio, connectionId, threadId, wanted]);

  return useMemo(() => {
    if (wanted === '') return null;
    const runIds = wanted.split(' ').toReversed();
    return runIds.reduce<ActivityMap>(
      (before, id) => finishedNodes(known.get(id) ?? new Map(), before),
      new Map(),
    );
  }, [wanted, known]);
}
