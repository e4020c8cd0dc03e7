import { useState } from 'react';
import { maxSelectedRuns, type IndexedRun, type RunIndexFilter } from '../../shared/model/run-index.ts';
import { useRpc } from '../rpc/rpc-context.ts';
import { failedAction } from '../ui/display/describe-error.ts';
import { showToast } from '../ui/popups/toast-store.ts';

export interface CheckedRuns {
  readonly chosen: ReadonlyMap<string, IndexedRun>;
  toggle(run: IndexedRun, index: number): void;
  /** Adds the rows from the last changed one to this one. */
  extend(run: IndexedRun, index: number): void;
  /** Adds the row that was left with Shift, and the rows up to the one that was reached. */
  extendBetween(from: IndexedRun, fromIndex: number, to: IndexedRun, toIndex: number): void;
  /** Selects what the filter selects, as far as so many can be selected. */
  selectAll(): void;
  remove(runIds: readonly string[]): void;
  clear(): void;
}

interface State {
  readonly key: string;
  readonly chosen: ReadonlyMap<string, IndexedRun>;
  readonly last: RowPosition | null;
}

interface RowPosition {
  readonly runId: string;
  readonly index: number;
}

const none: ReadonlyMap<string, IndexedRun> = new Map();

/** Runs to act on. Another filter drops the selection, so that nothing is acted on that can't be seen. */
export function useRunSelection(connectionId: string, filter: RunIndexFilter): CheckedRuns {
  const rpc = useRpc();
  const key = JSON.stringify(filter);
  const empty: State = { key, chosen: none, last: null };
  const [stored, setState] = useState(empty);
  const { chosen, last } = stored.key === key ? stored : empty;
  /** `update` is called with what is selected by then. */
  const change = (
    update: (before: ReadonlyMap<string, IndexedRun>) => ReadonlyMap<string, IndexedRun>,
    nextLast: State['last'] = last,
  ): void =>
    setState((before) => ({
      key,
      chosen: update(before.key === key ? before.chosen : none),
      last: nextLast,
    }));
  const add = (runs: readonly IndexedRun[], nextLast: State['last'] = last): void =>
    // Runs of a filter that was left meanwhile are dropped.
    setState((before) =>
      before.key === key ? { key, chosen: withRuns(before.chosen, runs), last: nextLast } : before,
    );
  const read = (offset: number, limit: number, use: (runs: readonly IndexedRun[]) => void): void => {
    change((before) => before);
    rpc.call('runIndex.select', { connectionId, filter, offset, limit }).then(
      ({ runs }) => use(runs),
      (error: unknown) => showToast(failedAction('Could not select the runs', error), 'fail'),
    );
  };
  const addRange = (from: RowPosition, to: RowPosition, ends: readonly IndexedRun[]): void => {
    const start = Math.min(from.index, to.index);
    const count = Math.abs(from.index - to.index) + 1;
    read(start, Math.min(count, maxSelectedRuns), (runs) => {
      // Rows move when runs start. Then only the ends are certain.
      const ids = new Set(runs.map(({ runId }) => runId));
      add(ids.has(from.runId) && ids.has(to.runId) ? runs : ends, to);
    });
  };
  return {
    chosen,
    toggle(run, index) {
      const { runId } = run;
      change(
        (before) => {
          const next = new Map(before);
          if (!next.delete(runId) && next.size < maxSelectedRuns) next.set(runId, run);
          return next;
        },
        { runId, index },
      );
    },
    extend(run, index) {
      if (last === null) change((before) => withRuns(before, [run]), { runId: run.runId, index });
      else addRange(last, { runId: run.runId, index }, [run]);
    },
    extendBetween(from, fromIndex, to, toIndex) {
      const ends = [from, to];
      const end = { runId: to.runId, index: toIndex };
      if (Math.abs(fromIndex - toIndex) === 1) change((before) => withRuns(before, ends), end);
      else addRange({ runId: from.runId, index: fromIndex }, end, ends);
    },
    selectAll() {
      read(0, maxSelectedRuns, (runs) => add(runs));
    },
    remove(runIds) {
      change((before) => {
        const next = new Map(before);
        for (const runId of runIds) next.delete(runId);
        return next;
      });
    },
    clear: () => setState(empty),
  };
}

function withRuns(
  before: ReadonlyMap<string, IndexedRun>,
  runs: readonly IndexedRun[],
): ReadonlyMap<string, IndexedRun> {
  const all = new Map([...before, ...runs.map((run) => [run.runId, run] as const)]);
  return new Map([...all].slice(0, maxSelectedRuns));
}
