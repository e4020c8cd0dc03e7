import { toRecordRows } from '../services/threads/record/checkpoint-row.ts';
import type { EvidenceLevel, RecordEvidence } from '../services/threads/record/evidence.ts';
import { toRunEvidence } from '../services/threads/record/run-evidence.ts';

/** When a test's server started to work. */
export const start = Date.parse('2026-11-23T22:00:00.000Z');
/** As servers write it. */
export const time = (ms: number): string => new Date(start + ms).toISOString();

export interface TestCheckpoint {
  readonly id: string;
  readonly parent?: string;
  readonly ms: number;
  readonly step: number;
  readonly source?: string;
  readonly run?: string;
  readonly graph?: string;
  readonly tasks?: readonly object[];
}

/** A history as a server sends it, newest first. `rows`: oldest first. */
export function level(namespace: string, rows: readonly TestCheckpoint[]): EvidenceLevel {
  const wire = rows.toReversed().map(({ id, parent, ms, step, source = 'loop', run, graph, tasks = [] }) => ({
    values: { text: 'x' },
    next: tasks.map((task) => (task as { readonly name: string }).name),
    tasks,
    metadata: {
      source,
      step,
      ...(run === undefined ? {} : { run_id: run }),
      ...(graph === undefined ? {} : { graph_id: graph }),
    },
    created_at: time(ms),
    checkpoint: { checkpoint_id: id, checkpoint_ns: namespace },
    parent_checkpoint: parent === undefined ? null : { checkpoint_id: parent },
  }));
  return { namespace, rows: toRecordRows(wire) };
}

/** A task that has not run, as servers list it. */
export const task = (name: string, more: object = {}): object => ({
  id: `task-${name}`,
  name,
  path: ['__pregel_pull', name],
  error: null,
  interrupts: [],
  result: null,
  checkpoint: null,
  ...more,
});

/** A checkpoint with the input of a run. */
export const startCheckpoint = (run: string, parent?: string): TestCheckpoint => ({
  id: 'c0',
  ...(parent === undefined ? {} : { parent }),
  ms: 10,
  step: -1,
  source: 'input',
  run,
  tasks: [task('__start__', { result: {} })],
});

export interface TestRun {
  readonly id: string;
  readonly status?: string;
  readonly ms: number;
  readonly endMs: number;
  readonly kwargs?: object;
}

/** What a server's answers say about a thread. Runs have an input unless `kwargs` say otherwise. */
export function evidenceOf(
  levels: readonly EvidenceLevel[],
  runs: readonly TestRun[],
  more: Partial<RecordEvidence> = {},
): RecordEvidence {
  return {
    threadId: 't',
    levels,
    runs: runs.flatMap(
      ({ id, status = 'success', ms, endMs, kwargs = { input: {} } }) =>
        toRunEvidence({
          run_id: id,
          assistant_id: 'a',
          status,
          created_at: time(ms),
          updated_at: time(endMs),
          kwargs,
        }) ?? [],
    ),
    head: null,
    threadError: null,
    isInterrupted: false,
    isOfficial: true,
    repeatsInSubgraphs: false,
    hasResultsOfEdits: true,
    gaps: [],
    ...more,
  };
}
