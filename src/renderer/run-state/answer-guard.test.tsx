import { beforeEach, describe, expect, it } from 'vitest';
import type { Run } from '../../shared/model/run.ts';
import type { PendingInterrupt } from '../../shared/model/thread.ts';
import type { StudioRpc } from '../rpc/rpc-context.ts';
import { externalAnswer, assertStillPending, rememberStartedRun } from './answer-guard.ts';

beforeEach(() => sessionStorage.clear());

const threadRef = { connectionId: 'demo', threadId: 't' };
const question: PendingInterrupt = { taskId: 't', index: 0, id: 'i', nodeId: 'ask', valueText: '"Publish?"' };
const run = (change: Partial<Run> = {}): Run => ({
  runId: 'theirs',
  threadId: 't',
  assistantId: 'a',
  status: 'success',
  createdAt: '2026-01-01T00:00:00Z',
  durationMs: 1,
  hasLog: false,
  joinedLate: false,
  origin: { kind: 'resume', checkpointId: null },
  answers: [{ interruptId: 'i', valueText: '"approve"' }],
  byStudio: true,
  ...change,
});

/** A studio whose server lists these runs and still has these interrupts. */
function studioWith(runs: readonly Run[], interrupts: readonly PendingInterrupt[]): StudioRpc {
  const answers: Readonly<Record<string, unknown>> = { 'runs.list': runs, 'inbox.thread': { interrupts } };
  return { call: (name: string) => Promise.resolve(answers[name]) } as unknown as StudioRpc;
}

describe('an answer from elsewhere', () => {
  it('is quoted, with who sent it as far as that is known', () => {
    expect(externalAnswer(run())).toBe('Answered in another window: approve');
    const { byStudio: _, ...foreign } = run();
    expect(externalAnswer(foreign)).toBe('Another client answered: approve');
    const answers = ['1', '{"a":2}', 'null', '4', '5'].map((valueText) => ({ interruptId: null, valueText }));
    expect(externalAnswer(run({ answers }))).toBe('Answered in another window: 1, {"a":2}, null and 2 more');
  });

  it('is not what this window answered itself, also after a reload, and no run that answers nothing', () => {
    rememberStartedRun('theirs');
    expect(externalAnswer(run())).toBeNull();
    expect(externalAnswer(run({ runId: 'other', answers: [] }))).toBeNull();
  });
});

describe('a second answer', () => {
  const second = (runs: readonly Run[], interrupts: readonly PendingInterrupt[]) =>
    assertStillPending(studioWith(runs, interrupts), threadRef, [question]);

  it('is sent while its question waits, also after another one was answered elsewhere', async () => {
    await expect(second([], [question])).resolves.toBeUndefined();
    await expect(second([run()], [question])).resolves.toBeUndefined();
  });

  it('is refused with what won, while the first is worked on and after that', async () => {
    const won = { code: 'conflict', message: 'Answered in another window: approve.' };
    await expect(second([run({ status: 'running' })], [question])).rejects.toMatchObject(won);
    await expect(second([run()], [])).rejects.toMatchObject(won);
  });

  it('is refused where the same interrupt asks another question by now', async () => {
    await expect(second([run()], [{ ...question, valueText: '"Really?"' }])).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it('blames nobody for an answer of this window', async () => {
    rememberStartedRun('theirs');
    await expect(second([run()], [])).rejects.toMatchObject({
      message: 'This question is no longer open.',
    });
  });

  it('is not sent where the server can not be asked what waits', async () => {
    const away = { call: () => Promise.reject(new Error('away')) } as unknown as StudioRpc;
    await expect(assertStillPending(away, threadRef, [question])).rejects.toThrow('away');
  });

  it('is sent where only the runs can not be read', async () => {
    const call = (name: string) =>
      name === 'runs.list'
        ? Promise.reject(new Error('no runs'))
        : Promise.resolve({ interrupts: [question] });
    await expect(
      assertStillPending({ call } as unknown as StudioRpc, threadRef, [question]),
    ).resolves.toBeUndefined();
  });

  it.each([
    ['another task', { taskId: 'other' }],
    ['another position in its task', { index: 1 }],
    ['another id', { id: 'other' }],
    ['another value', { valueText: '"Really?"' }],
  ] as const)('is refused where the question that waits has %s', async (_, change) => {
    await expect(second([], [{ ...question, ...change }])).rejects.toMatchObject({
      message: 'This question is no longer open.',
    });
  });
});
