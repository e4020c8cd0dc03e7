import { describe, expect, it } from 'vitest';
import type { Comparison, CompareSide, ExecutionRef, WhatChanged } from '../../shared/model/comparison.ts';
import type { Call } from '../session/confirm-writes.ts';
import { parseSide } from '../session/parse-side.ts';
import { isEqual } from './comparison-document.ts';
import { runChangesText } from './run-changes.ts';
import { renderText } from './styled-text.ts';

const runId = '1ef6c5de-2c1f-4a7a-9a3b-0b9f9a4b2c11';
const server = { connectionId: 'c', name: 'demo' };
const side = (text: string) => parseSide(() => Promise.reject(new Error('Nothing is asked.')), server, text);

describe('parseSide', () => {
  it.each([
    ['t', { kind: 'thread', threadId: 't' }],
    ['t@c', { kind: 'checkpoint', threadId: 't', checkpointId: 'c' }],
    ['run:t/r', { kind: 'run', threadId: 't', runId: 'r' }],
    ['turn:t/r', { kind: 'turn', threadId: 't', runId: 'r' }],
    ['pass:t/r', { kind: 'turn', threadId: 't', runId: 'r' }],
    ['task:t@c/k', { kind: 'execution', threadId: 't', checkpointId: 'c', taskId: 'k' }],
    [
      'task:t@c/write:u|a/b:v/k',
      { kind: 'execution', threadId: 't', checkpointId: 'c', checkpointNs: 'write:u|a/b:v', taskId: 'k' },
    ],
  ])('reads %s', async (text, expected) => {
    expect(await side(text)).toEqual({ connectionId: 'c', ...expected });
  });

  it.each([
    '',
    '@c',
    't@',
    'a@b@c',
    'run:t',
    'turn:/r',
    'pass:/r',
    'run:t/r/x',
    'assistant:',
    'assistant:a@latest',
    'node:t',
    'node:t/',
    'node:/n',
    `node:t/${runId}/`,
    'node:t/@2',
    'task:t@c',
    'task:t/k',
    'task:t@c/',
  ])('refuses %j', async (text) => {
    await expect(side(text)).rejects.toMatchObject({ code: 'invalid-input' });
  });

  const ref = (taskId: string, checkpointNs = '') =>
    ({ checkpointId: 'c', checkpointNs, taskId }) as ExecutionRef;
  const ran = (path: readonly string[], node: string, visit: number, left: ExecutionRef) => ({
    path: [...path],
    node,
    visit,
    left,
    right: left,
    mark: 'same' as const,
    inputEqual: true,
    outputEqual: true,
    moved: false,
  });
  const rows = [
    ran([], 'plan', 1, ref('plan-1')),
    ran(['write'], 'draft', 1, ref('draft-1', 'write:u')),
    ran(['write'], 'draft', 2, ref('draft-2', 'write:u')),
    ran([], 'a/b@home', 1, ref('slash')),
  ];
  const asked: CompareSide[] = [];
  const execution = (
    text: string,
    executions: Comparison['executions'] = { rows, nodes: [], isCut: false },
  ) =>
    parseSide(
      (async (_name: string, { left }: { readonly left: CompareSide }) => {
        asked.push(left);
        return { left: { incomplete: null }, right: {}, parts: [], executions };
      }) as unknown as Call,
      server,
      text,
    );

  it.each([
    ['node:t/plan', { taskId: 'plan-1' }],
    ['node:t/write:draft', { taskId: 'draft-2', checkpointNs: 'write:u' }],
    [`node:t/${runId}/write:draft@1`, { taskId: 'draft-1', checkpointNs: 'write:u' }],
    ['node:t/a/b@home', { taskId: 'slash' }],
    ['node:t/a/b@home@1', { taskId: 'slash' }],
  ])('finds %s among what ran', async (text, expected) => {
    const expectedSide = {
      kind: 'execution',
      connectionId: 'c',
      threadId: 't',
      checkpointId: 'c',
      ...expected,
    };
    expect(await execution(text)).toEqual(expectedSide);
    const isInRun = text.includes(runId);
    expect(asked.at(-1)).toEqual({
      connectionId: 'c',
      threadId: 't',
      ...(isInRun ? { kind: 'run', runId } : { kind: 'thread' }),
    });
  });

  it('says what ran if the node did not, or not so often', async () => {
    await expect(execution('node:t/draft')).rejects.toMatchObject({
      code: 'not-found',
      message: 'No node "draft" ran on this thread.',
      hint: 'What ran: plan, write:draft, a/b@home.',
    });
    await expect(execution(`node:t/${runId}/write:draft@3`)).rejects.toThrow(
      'The node "write:draft" ran 2 times in this run, so it has no visit 3.',
    );
    await expect(execution('node:t/plan', null)).rejects.toThrow('It is unknown what ran.');
  });
});

const run: CompareSide = { kind: 'run', connectionId: 'c', threadId: 't', runId: 'r' };
const thread: CompareSide = { kind: 'thread', connectionId: 'c', threadId: 't' };
const text = { isKnown: true, length: 1, text: '1', note: null };
type Part = Comparison['parts'][number];
type Row = NonNullable<Comparison['executions']>['rows'][number];
const part = (name: Part['part'], equal: boolean | null, onlyIds = false): Part => ({
  part: name,
  equal,
  onlyIds,
  left: text,
  right: text,
});
const compared = (parts: readonly Part[], ...marks: readonly Row['mark'][]) => {
  const row = { node: 'n', path: [], visit: 1, left: null, right: null, moved: false };
  const rows = marks.map((mark) => ({ ...row, mark, inputEqual: null, outputEqual: null }));
  const facts = {} as Comparison['left'];
  return { left: facts, right: facts, parts: [...parts], executions: { rows, nodes: [], isCut: false } };
};

describe('isEqual', () => {
  it('goes by the values of states, and by all that runs were given and did', () => {
    const metadata = part('metadata', false);
    expect(isEqual(thread, thread, compared([metadata, part('state', true)], 'only-left'))).toBe(true);
    expect(isEqual(thread, thread, compared([part('state', false, true)]))).toBe(false);
    expect(isEqual(run, run, compared([metadata, part('state', false, true)], 'same'))).toBe(true);
    expect(isEqual(run, run, compared([part('input', false)], 'same'))).toBe(false);
    expect(isEqual(run, run, compared([part('state', true)], 'same', 'only-left'))).toBe(false);
  });

  it('does not take the unknown for equal', () => {
    expect(isEqual(run, run, compared([part('state', null)], 'same'))).toBeNull();
    expect(isEqual(run, run, compared([part('state', true)], 'unknown'))).toBeNull();
    expect(isEqual(run, run, { ...compared([part('state', true)]), executions: null })).toBeNull();
    expect(isEqual(run, run, compared([part('state', null), part('input', false)]))).toBe(false);
  });
});

it('says what changed, and how far was searched if there is nothing to compare with', () => {
  const comparison: WhatChanged = {
    run: { threadId: 't', runId: 'r' },
    base: { threadId: 't', runId: 'good' },
    searched: { runs: 1, threads: 1, isComplete: true, problem: null },
    changes: [
      { kind: 'input', equal: false, before: '{"a":1}', after: null, execution: null, note: null },
      { kind: 'code-version', equal: null, before: null, after: null, execution: null, note: 'Not told.' },
    ],
  };
  expect(renderText(runChangesText(comparison), false, '\n')).toBe(
    'The last successful run was good on thread t.\nchanged  input         {"a":1} → nothing\nunknown  code version  Not told.',
  );
  const at = (taskId: string) => ({ checkpointId: 'c', checkpointNs: 'write:u', taskId }) as ExecutionRef;
  const execution = {
    path: ['write'],
    node: 'draft',
    visit: 2,
    left: at('k'),
    right: at('l'),
    mark: 'other-output' as const,
    inputEqual: true,
    outputEqual: false,
    moved: false,
  };
  const first = { kind: 'first-node' as const, equal: false, before: '1', after: '2', execution, note: null };
  expect(
    renderText(runChangesText({ ...comparison, changes: [first] }), false, '\n')
      .split('\n')
      .slice(1),
  ).toEqual([
    'changed  first node  write:draft (2)  1 → 2',
    "To see what the node read and wrote: diff 'task:t@c/write:u/k' 'task:t@c/write:u/l'",
  ]);
  expect(
    runChangesText({
      ...comparison,
      base: null,
      searched: { ...comparison.searched, runs: 2, isComplete: false },
    }),
  ).toBe(
    'No earlier successful run of this graph was found. Searched 2 runs on 1 thread. There are more that were not searched.',
  );
});
