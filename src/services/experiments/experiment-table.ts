import type {
  ExperimentCounts,
  ExperimentFilter,
  ExperimentRow,
  ExperimentRowState,
  ExperimentTarget,
} from '../../shared/model/experiment.ts';
import { verdictOf } from '../../shared/inputs/row-verdict.ts';
import type { ExperimentHead, StoredExperiment, StoredTargetRows } from './experiment-journal.ts';
import type { VersionSettings } from './version-settings.ts';

const unsent: ExperimentRowState = {
  threadId: null,
  runId: null,
  revision: null,
  problem: null,
  result: null,
};

// `repetition`: how many rows with this input and assistant there are up to it.
export interface RowPlace {
  readonly path: string;
  readonly target: number;
  readonly repetition: number;
}

// The rows of an experiment in memory. Rows are added, never removed, so that an index is a row for ever.
export interface ExperimentTable {
  readonly head: ExperimentHead;
  readonly targets: readonly ExperimentTarget[];
  readonly length: number;
  readonly revision: number;
  addPart(part: StoredTargetRows): void;
  // Whether it has these rows already: a start whose answer was lost is asked for again.
  hasPart(part: Pick<StoredTargetRows, 'target' | 'paths'>): boolean;
  settingsOf(target: number): VersionSettings | null;
  stateOf(index: number): ExperimentRowState;
  placeOf(index: number): RowPlace;
  keyOf(index: number): string;
  change(index: number, state: ExperimentRowState): void;
  // Rows of a server, by what became of them.
  indexes(connectionId: string, isMeant: (state: ExperimentRowState) => boolean): number[];
  find(key: string): number | null;
}

export function createExperimentTable(stored: StoredExperiment): ExperimentTable {
  const targets: ExperimentTarget[] = [];
  // With their keys: tables are compared row by row, and making a key takes longer than looking it up.
  const places: (RowPlace & { readonly key: string })[] = [];
  const states: ExperimentRowState[] = [];
  const byKey = new Map<string, number>();
  let revision = 0;
  const settings: (VersionSettings | null)[] = [];
  const toKey = (
    path: string,
    { connectionId, assistantId, version, isPinned }: ExperimentTarget,
    repetition: number,
  ): string =>
    JSON.stringify([
      path,
      connectionId,
      assistantId,
      isPinned ? version : null,
      ...(repetition > 1 ? [repetition] : []),
    ]);
  const rowsOf = ({ target, paths }: Pick<StoredTargetRows, 'target' | 'paths'>) => {
    const repetitions = new Map<string, number>();
    return paths.map((path) => {
      const repetition = (repetitions.get(path) ?? 0) + 1;
      repetitions.set(path, repetition);
      return { path, repetition, key: toKey(path, target, repetition) };
    });
  };
  const addPart = (part: StoredTargetRows): void => {
    const target = targets.push(part.target) - 1;
    settings.push(part.settings);
    for (const row of rowsOf(part)) {
      byKey.set(row.key, places.length);
      places.push({ ...row, target });
      states.push(unsent);
    }
    revision += 1;
  };
  for (const part of stored.parts) addPart(part);
  for (const [index, state] of stored.states) if (index < states.length) states[index] = state;
  return {
    head: stored.head,
    targets,
    get length() {
      return states.length;
    },
    get revision() {
      return revision;
    },
    addPart,
    hasPart: (part) => rowsOf(part).every(({ key }) => byKey.has(key)),
    settingsOf: (target) => settings[target] ?? null,
    stateOf: (index) => states[index] ?? unsent,
    placeOf: (index) => places[index] ?? { path: '', target: 0, repetition: 1 },
    keyOf: (index) => places[index]?.key ?? '',
    change(index, state) {
      states[index] = state;
      revision += 1;
    },
    indexes(connectionId, isMeant) {
      const indices: number[] = [];
      for (const [index, state] of states.entries()) {
        const target = targets[places[index]?.target ?? -1];
        if (target?.connectionId === connectionId && isMeant(state)) indices.push(index);
      }
      return indices;
    },
    find: (key) => byKey.get(key) ?? null,
  };
}

export function isUnsent({ threadId, problem, runId }: ExperimentRowState): boolean {
  return runId === null && problem === null && threadId === null;
}

// Handed over, and not known to have ended.
export function isOpenRow({ runId, result, problem }: ExperimentRowState): boolean {
  return runId !== null && result === null && problem === null;
}

// Its run asked something, and no check has a say in what that comes to.
export function isWaitingRow({ result }: ExperimentRowState): boolean {
  return result !== null && verdictOf(result) === 'waiting';
}

export function countRows(
  table: ExperimentTable,
  changedAt: (index: number) => boolean | null,
): ExperimentCounts {
  const counts = {
    rows: table.length,
    unsent: 0,
    refused: 0,
    active: 0,
    passed: 0,
    failed: 0,
    unknown: 0,
    finished: 0,
    waiting: 0,
    stopped: 0,
    changed: 0,
  };
  for (let index = 0; index < table.length; index += 1) {
    const state = table.stateOf(index);
    if (state.result !== null) {
      counts[verdictOf(state.result)] += 1;
      if (changedAt(index) === true) counts.changed += 1;
    } else if (state.problem !== null) counts.refused += 1;
    else if (state.runId !== null) counts.active += 1;
    else counts.unsent += 1;
  }
  return counts;
}

// A refused row counts as failed: it did not pass, and needs a look.
export function fitsFilter(filter: ExperimentFilter, row: ExperimentRow): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'open':
      return row.result === null && row.problem === null;
    case 'changed':
      return row.changed === true;
    case 'failed':
      return row.result === null ? row.problem !== null : row.result.outcome === 'failed';
    case 'passed':
    case 'unknown':
      return row.result?.outcome === filter;
  }
}
