import { createStore } from 'zustand/vanilla';
import type { IndexedRunStatus, RunIndexFilter, RunIndexState } from '../../shared/model/run-index.ts';

export type StatusGroup = 'all' | 'running' | 'waiting' | 'failed' | 'finished';

export interface RunFilter {
  readonly text: string;
  readonly group: StatusGroup;
  readonly graphId: string | null;
}

export const noRunFilter: RunFilter = { text: '', group: 'all', graphId: null };

/** Lasts as long as the window, also while another view is open. */
export const runFilter = createStore<RunFilter>(() => noRunFilter);

/** A run of which only its end is known is in no group but `all`. */
const groupStatuses: Readonly<Record<StatusGroup, readonly IndexedRunStatus[]>> = {
  all: [],
  running: ['queued', 'running'],
  waiting: ['interrupted', 'paused'],
  failed: ['failed', 'timed-out'],
  finished: ['finished'],
};

const groupLabels: readonly (readonly [StatusGroup, string])[] = [
  ['all', 'All'],
  ['running', 'Running'],
  ['waiting', 'Waiting'],
  ['failed', 'Failed'],
  ['finished', 'Finished'],
];

/** The filter as the index takes it. A graph that this server does not list is ignored. */
export function indexFilter(
  { text, group, graphId }: RunFilter,
  graphIds: readonly string[],
): RunIndexFilter {
  return {
    text: text.trim(),
    statuses: [...groupStatuses[group]],
    graphIds: graphId !== null && graphIds.includes(graphId) ? [graphId] : [],
  };
}

/** The groups with the number of their runs: `Failed 11`. */
export function groupOptions({
  runs,
  counts,
}: Pick<RunIndexState, 'runs' | 'counts'>): { readonly value: StatusGroup; readonly label: string }[] {
  return groupLabels.map(([value, name]) => {
    const statuses = groupStatuses[value];
    const count =
      value === 'all'
        ? runs
        : counts.reduce((sum, { status, count: more }) => sum + (statuses.includes(status) ? more : 0), 0);
    return { value, label: `${name} ${count.toLocaleString('en')}` };
  });
}
