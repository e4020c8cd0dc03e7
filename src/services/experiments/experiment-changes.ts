import type { ExperimentCounts, ExperimentRowState } from '../../shared/model/experiment.ts';
import { countRows, type ExperimentTable } from './experiment-table.ts';

/* What changed since earlier experiments. `all`: the newest first. */

interface EarlierRow {
  readonly table: ExperimentTable;
  readonly index: number;
}

// Rows with the same input and assistant, which only change when rows are added. Filled row by row.
const earlierRows = new WeakMap<
  ExperimentTable,
  { readonly key: string; readonly rows: (readonly EarlierRow[])[] }
>();

function earlierRowsOf(
  all: readonly ExperimentTable[],
  table: ExperimentTable,
): (index: number) => readonly EarlierRow[] {
  const { inputsConnectionId } = table.head;
  const older = all
    .slice(all.indexOf(table) + 1)
    .filter(({ head }) => head.inputsConnectionId === inputsConnectionId);
  const key = older.map(({ head, length }) => `${head.experimentId} ${length}`).join();
  const earlier = earlierRows.get(table);
  const { rows } = earlier?.key === key ? earlier : { rows: [] };
  if (earlier?.rows !== rows) earlierRows.set(table, { key, rows });
  return (index) =>
    (rows[index] ??= older.flatMap((other) => {
      const otherIndex = other.find(table.keyOf(index));
      return otherIndex === null ? [] : [{ table: other, index: otherIndex }];
    }));
}

export function previousOf(
  all: readonly ExperimentTable[],
  table: ExperimentTable,
  index: number,
): { readonly state: ExperimentRowState; readonly at: string } | null {
  return previousIn(table, index, earlierRowsOf(all, table)(index));
}

function previousIn(
  table: ExperimentTable,
  index: number,
  rows: readonly EarlierRow[],
): { readonly state: ExperimentRowState; readonly at: string } | null {
  for (const earlier of rows) {
    const state = earlier.table.stateOf(earlier.index);
    // Rows without files are the same only if all of their text is.
    const isSame = table.head.inputsConnectionId !== null || state.revision === table.stateOf(index).revision;
    if (state.result && isSame) return { state, at: earlier.table.head.createdAt };
  }
  return null;
}

// Whether the output of a row differs from the one before; `null`: there is none, or it is unknown.
export function changedAt(
  all: readonly ExperimentTable[],
  table: ExperimentTable,
): (index: number) => boolean | null {
  const earlier = earlierRowsOf(all, table);
  return (index) => {
    const now = table.stateOf(index).result?.fingerprint ?? null;
    const before =
      now === null ? null : (previousIn(table, index, earlier(index))?.state.result?.fingerprint ?? null);
    return before === null ? null : before !== now;
  };
}

// Counts rows by what became of them, again only if the experiment or an older one has changed.
export function createCounter(): (
  all: readonly ExperimentTable[],
  table: ExperimentTable,
) => ExperimentCounts {
  const counted = new WeakMap<ExperimentTable, { readonly key: string; readonly counts: ExperimentCounts }>();
  return (all, table) => {
    const key = all
      .slice(all.indexOf(table))
      .map(({ head, revision }) => `${head.experimentId} ${revision}`)
      .join();
    const before = counted.get(table);
    if (before?.key === key) return before.counts;
    const counts = countRows(table, changedAt(all, table));
    counted.set(table, { key, counts });
    return counts;
  };
}
