import { hasFailed } from '../../shared/inputs/row-verdict.ts';
import type { StoredPart } from './experiment-journal.ts';
import type { ExperimentTable } from './experiment-table.ts';

/** The rows of an experiment on one server as parts of a new one: all, or those that failed. */
export function rerunParts(
  table: ExperimentTable,
  connectionId: string,
  rows: 'all' | 'failed',
): readonly StoredPart[] {
  const paths = new Map<number, string[]>();
  for (let index = 0; index < table.length; index += 1) {
    const { path, target } = table.placeOf(index);
    if (table.targets[target]?.connectionId !== connectionId) continue;
    if (rows === 'failed' && !hasFailed(table.stateOf(index))) continue;
    paths.set(target, [...(paths.get(target) ?? []), path]);
  }
  return [...paths].flatMap(([index, own]) => {
    const target = table.targets[index];
    return target ? [{ target, paths: own, settings: table.settingsOf(index) }] : [];
  });
}

const suffix = ' (failed rows)';

export function rerunName(name: string, rows: 'all' | 'failed'): string {
  const baseName = name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
  return rows === 'all' ? name : `${baseName.slice(0, 200 - suffix.length)}${suffix}`;
}
