import { describe, expect, it } from 'vitest';
import { buildRecord } from '../threads/record/build-record.ts';
import { toRecordRows } from '../threads/record/checkpoint-row.ts';
import { toRunEvidence } from '../threads/record/run-evidence.ts';
import { listExecutions } from './list-executions.ts';
import { createStoredValues } from './stored-values.ts';

interface Checkpoint {
  readonly id: string;
  readonly parent?: string;
  readonly source?: string;
  readonly run?: string;
  readonly values?: object;
  readonly tasks?: readonly object[];
}

interface Level {
  readonly namespace: string;
  readonly pageText: string;
}

function level(namespace: string, ...checkpoints: readonly Checkpoint[]): Level {
  const wire = checkpoints.map(({ id, parent, source = 'loop', run = 'r1', values = {}, tasks = [] }) => ({
    values,
    next: [],
    tasks: tasks.map((task, index) => ({
      id: `${id}-${index}`,
      error: null,
      interrupts: [],
      checkpoint: null,
      result: {},
      ...task,
    })),
    metadata: { source, step: 0, run_id: run },
    created_at: '2026-01-01T00:00:00Z',
    checkpoint: { checkpoint_id: id },
    parent_checkpoint: parent === undefined ? null : { checkpoint_id: parent },
  }));
  return { namespace, pageText: JSON.stringify(wire.toReversed()) };
}

/** Runs as servers list them: the second answers what the first one asked. */
const answered = ['r1', 'r2'].flatMap((runId, index) => {
  const kwargs = index === 0 ? { input: {} } : { command: { resume: 1 } };
  const createdAt = `2026-01-01T00:00:0${index}Z`;
  const wire = { run_id: runId, status: 'success', kwargs, created_at: createdAt, updated_at: createdAt };
  return toRunEvidence(wire) ?? [];
});
const failed = [toRunEvidence({ run_id: 'r1', status: 'error', kwargs: { input: {} } })].filter(
  (run) => run !== null,
);

function executionsOf(
  levels: readonly Level[],
  {
    runIds = [],
    runs = answered,
  }: { readonly runIds?: readonly string[]; readonly runs?: typeof answered } = {},
) {
  const stored = createStoredValues();
  for (const { namespace, pageText } of levels) stored.addPage(namespace, pageText);
  const record = buildRecord({
    threadId: 't',
    levels: levels.map(({ namespace, pageText }) => ({
      namespace,
      rows: toRecordRows(JSON.parse(pageText)),
    })),
    runs,
    head: null,
    threadError: null,
    isInterrupted: false,
    isOfficial: true,
    repeatsInSubgraphs: false,
    hasResultsOfEdits: true,
    gaps: [],
  });
  return listExecutions(record, stored, runIds.length === 0 ? null : new Set(runIds)).executions;
}

const list = (levels: readonly Level[], ...runIds: readonly string[]): string[] =>
  namesOf(executionsOf(levels, { runIds }));
const namesOf = (executions: ReturnType<typeof executionsOf>): string[] =>
  executions.map(({ path, node, ref }) => `${[...path, node].join(':')} ${ref.status} ${ref.runId}`);

describe('listExecutions', () => {
  it('lists what a subgraph ran after its node, and concurrent tasks by name', () => {
    const root = level(
      '',
      { id: '1', tasks: [{ name: 'b', checkpoint: { checkpoint_ns: 'b:1' } }, { name: 'a' }] },
      { id: '2', parent: '1' },
    );
    const inner = level('b:1', { id: '8', tasks: [{ name: 'x' }] }, { id: '9', parent: '8' });
    expect(list([root, inner])).toEqual(['a finished r1', 'b finished r1', 'b:x finished r1']);
  });

  it('gives a task that asked to the run that asked, and to the one that got the answer', () => {
    const asked = level(
      '',
      { id: '1', tasks: [{ name: 'ask', result: null, interrupts: [{ id: 'i', value: 1 }] }] },
      { id: '2', parent: '1', run: 'r2' },
    );
    expect(list([asked], 'r1')).toEqual(['ask interrupted r1']);
    expect(list([asked], 'r2')).toEqual(['ask finished r2']);
    expect(list([asked], 'r1', 'r2')).toEqual(['ask finished r2']);
    expect(list([asked], 'r3')).toEqual([]);
  });

  it('lists a task once for each branch, and what failed or has not run as such', () => {
    const forked = level(
      '',
      { id: '1', tasks: [{ name: 'a' }] },
      { id: '2', parent: '1', tasks: [{ name: 'b', result: null, error: '{"message":"broke"}' }] },
      { id: '3', parent: '1', run: 'r2', tasks: [{ name: 'next', result: null }] },
    );
    expect(list([forked])).toEqual(['a finished r1', 'a finished r2', 'b failed r1']);
  });

  it('does not know the input that a Send gave, and distinguishes outputs by their values only', () => {
    const message = (id: string, content: string) => ({ id, type: 'ai', content, usage_metadata: {} });
    const outputs = (one: object, other: object) =>
      [one, other].map(
        (result) =>
          executionsOf([
            level('', { id: '1', tasks: [{ name: 'a', result, path: ['__pregel_push', 0] }] }),
          ])[0],
      );
    const [first, second] = outputs({ m: [message('1', 'x')] }, { m: [message('2', 'x')] });
    expect(first?.input).toBeNull();
    expect(first?.output).toBe(second?.output);
    const [third, fourth] = outputs({ n: 9007199254740993n.toString() }, { n: 1 });
    expect(third?.output).not.toBe(fourth?.output);
  });

  it('finds what a superstep appended to lists, whatever was in them', () => {
    const change = (topic: string, said: string) =>
      executionsOf([
        level(
          '',
          { id: '1', values: { topic, log: [topic] }, tasks: [{ name: 'ask', result: null }] },
          { id: '2', parent: '1', values: { topic, log: [topic, said] } },
        ),
      ])[0]?.change;
    expect(change('tides', 'yes')?.appended).toEqual(change('winds', 'yes')?.appended);
    expect(change('tides', 'yes')?.appended).not.toEqual(change('tides', 'no')?.appended);
  });

  it('calls only the task failed whose error aborted those beside it', () => {
    const aborted = { result: null, error: '{"message":"This operation was aborted"}' };
    const root = level('', {
      id: '1',
      tasks: [
        { name: 'a', ...aborted },
        { name: 'b', ...aborted },
        { name: 'c', result: null, error: '{"message":"no such page"}' },
      ],
    });
    expect(namesOf(executionsOf([root], { runs: failed }))).toEqual([
      'a aborted r1',
      'b aborted r1',
      'c failed r1',
    ]);
  });
});
