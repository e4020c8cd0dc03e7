import * as z from 'zod/mini';
import { createStore } from 'zustand/vanilla';
import type {
  IndexedRunStatus,
  RunIndexFilter,
  RunIndexState,
  RunSort,
} from '../../shared/model/run-index.ts';

export const StatusGroup = z.enum(['all', 'running', 'interrupted', 'failed', 'finished']);
export type StatusGroup = z.infer<typeof StatusGroup>;

export const AgeRange = z.enum(['hour', 'day', 'week', 'month']);
export type AgeRange = z.infer<typeof AgeRange>;

export const maxSearchLength = 500;

/** `null` selects all. */
export const RunFilter = z.strictObject({
  text: z.string().check(z.maxLength(maxSearchLength)),
  group: StatusGroup,
  graphId: z.nullable(z.string()),
  source: z.nullable(z.enum(['studio', 'cron', 'unknown'])),
  age: z.nullable(AgeRange),
});
export type RunFilter = z.infer<typeof RunFilter>;

export const noRunFilter: RunFilter = { text: '', group: 'all', graphId: null, source: null, age: null };

export function isSameFilter(one: RunFilter, other: RunFilter): boolean {
  return (
    one.text.trim() === other.text.trim() &&
    one.group === other.group &&
    one.graphId === other.graphId &&
    one.source === other.source &&
    one.age === other.age
  );
}

const hour = 3600;
const ageSeconds: Readonly<Record<AgeRange, number>> = {
  hour,
  day: 24 * hour,
  week: 7 * 24 * hour,
  month: 30 * 24 * hour,
};

export const ageLabels: Readonly<Record<AgeRange, string>> = {
  hour: 'Last hour',
  day: 'Last 24 hours',
  week: 'Last 7 days',
  month: 'Last 30 days',
};

export interface RunOrder {
  readonly sortBy: RunSort;
  readonly descending: boolean;
}

/** Newest first. Lasts as long as the window. */
export const runOrder = createStore<RunOrder>(() => ({ sortBy: 'createdAt', descending: true }));

const firstDescending: ReadonlySet<RunSort> = new Set(['createdAt', 'durationMs']);

/** Sorts by a column: times from the newest or longest, texts from A; the other way the second time. */
export function orderAfterClick(order: RunOrder, sortBy: RunSort): RunOrder {
  const isSame = order.sortBy === sortBy;
  return { sortBy, descending: isSame ? !order.descending : firstDescending.has(sortBy) };
}

/** Lasts as long as the window, also while another view is open. */
export const runFilter = createStore<RunFilter>(() => noRunFilter);

/** A run of which only its end is known is in no group but `all`. */
const groupStatuses: Readonly<Record<StatusGroup, readonly IndexedRunStatus[]>> = {
  all: [],
  running: ['queued', 'running'],
  // How they ended: some of them were answered since.
  interrupted: ['interrupted', 'paused'],
  failed: ['failed', 'timed-out'],
  finished: ['finished'],
};

const groupLabels: readonly (readonly [StatusGroup, string])[] = [
  ['all', 'All'],
  ['running', 'Running'],
  ['interrupted', 'Interrupted'],
  ['failed', 'Failed'],
  ['finished', 'Finished'],
];

/** The filter as the index takes it. A graph that this server does not list is ignored. */
export function indexFilter(
  { text, group, graphId, source, age }: RunFilter,
  graphIds: readonly string[],
  { sortBy, descending }: RunOrder = runOrder.getInitialState(),
): RunIndexFilter {
  return {
    text: text.trim(),
    statuses: [...groupStatuses[group]],
    graphIds: graphId !== null && graphIds.includes(graphId) ? [graphId] : [],
    sources: source === null ? [] : [source],
    maxAge: age === null ? null : ageSeconds[age],
    sortBy,
    descending,
  };
}

/** The groups with the number of their runs, if it is known: `Failed 11`, of a server that is not all read `Failed 11+`. */
export function groupOptions(
  state: Pick<RunIndexState, 'runs' | 'counts' | 'hasMore'> | null,
): { readonly value: StatusGroup; readonly label: string }[] {
  return groupLabels.map(([value, name]) => {
    if (state === null) return { value, label: name };
    const statuses = groupStatuses[value];
    const count =
      value === 'all'
        ? state.runs
        : state.counts.reduce((sum, one) => sum + (statuses.includes(one.status) ? one.count : 0), 0);
    return { value, label: `${name} ${count.toLocaleString('en')}${state.hasMore ? '+' : ''}` };
  });
}
