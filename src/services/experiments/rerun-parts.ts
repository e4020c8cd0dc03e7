import { hasFailed } from '../../shared/inputs/row-verdict.ts';
import type { ExperimentRowState } from '../../shared/model/experiment.ts';
import type { StoredTargetRows } from './experiment-journal.ts';
import { isUnsent, type ExperimentTable } from './experiment-table.ts';

const isMeant: Readonly<Record<'all' | 'failed' | 'unsent', (state: ExperimentRowState) => boolean>> = {
  all: () => true,
  failed: hasFailed,
  unsent: isUnsent,
};

// Some rows of an experiment on one server as parts of a new one.
export function rerunParts(
  table: ExperimentTable,
  connectionId: string,
  rows: keyof typeof isMeant,
): readonly StoredTargetRows[] {
  const paths = new Map<number, string[]>();
  for (let index = 0; index < table.length; index += 1) {
    const { path, target } = table.placeOf(index);
    if (table.targets[target]?.connectionId !== connectionId) continue;
    if (!isMeant[rows](table.stateOf(index))) continue;
    const targetPaths = paths.get(target) ?? [];
    paths.set(target, targetPaths);
    targetPaths.push(path);
  }
  return [...paths].flatMap(([index, targetPaths]) => {
    const target = table.targets[index];
    return target ? [{ target, paths: targetPaths, settings: table.settingsOf(index) }] : [];
  });
}

const suffix = ' (failed rows)';

export function rerunName(name: string, rows: 'all' | 'failed'): string {
  const baseName = name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
  return rows === 'all' ? name : `${baseName.slice(0, 200 - suffix.length)}${suffix}`;
}
