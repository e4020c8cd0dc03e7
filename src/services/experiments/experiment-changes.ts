import type { ExperimentCounts, ExperimentRowState } from '../../shared/model/inputs/experiment.ts';
import { countRows, type ExperimentTable } from './experiment-table.ts';

/* What changed since earlier experiments. `all`: the newest first. */

/** The newest earlier result of the same input on the same assistant, and when that experiment was started. */
export function previousOf(
  all: readonly ExperimentTable[],
  table: ExperimentTable,
  index: number,
): { readonly state: ExperimentRowState; readonly at: string } | null {
  const { path, target } = table.placeOf(index);
  const wanted = table.targets[target];
  if (!wanted) return null;
  const { inputsConnectionId } = table.head;
  for (let older = all.indexOf(table) + 1; older < all.length; older += 1) {
    const other = all[older];
    if (!other || other.head.inputsConnectionId !== inputsConnectionId) continue;
    const at = other.find(path, wanted);
    const state = at === null ? null : other.stateOf(at);
    // Rows without files are the same only if all of their text is.
    const isSame = inputsConnectionId !== null || state?.revision === table.stateOf(index).revision;
    if (state?.result && isSame) return { state, at: other.head.createdAt };
  }
  return null;
}

/** Whether the output of a row differs from the one before; `null`: there is none, or it is unknown. */
export function changedAt(
  all: readonly ExperimentTable[],
  table: ExperimentTable,
): (index: number) => boolean | null {
  return (index) => {
    const now = table.stateOf(index).result?.fingerprint ?? null;
    const before = now === null ? null : (previousOf(all, table, index)?.state.result?.fingerprint ?? null);
    return before === null ? null : before !== now;
  };
}

/** Counts rows by what became of them, again only if the experiment or an older one has changed. */
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
