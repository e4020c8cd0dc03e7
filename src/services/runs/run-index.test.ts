import { describe, expect, it } from 'vitest';
import type { RunIndexFilter } from '../../shared/model/run-index.ts';
import { RunIndex, type IndexedThread, type ServerListedRun, type ThreadContent } from './run-index.ts';

const all: RunIndexFilter = {
  text: '',
  statuses: [],
  graphIds: [],
  sources: [],
  maxAge: null,
  sortBy: 'createdAt',
  descending: true,
};
const textFilter = (text: string): RunIndexFilter => ({ ...all, text });

const thread = (threadId: string, more: Partial<IndexedThread> = {}): IndexedThread => ({
  threadId,
  name: null,
  graphId: 'writer',
  status: 'idle',
  hasQuestion: false,
  updatedAt: '2026-01-01T00:00:00Z',
  ...more,
});
const run = (runId: string, second: number, more: Partial<ServerListedRun> = {}): ServerListedRun => ({
  runId,
  assistantId: 'a',
  status: 'success',
  createdAt: `2026-01-01T00:00:${String(second).padStart(2, '0')}Z`,
  durationMs: 10,
  source: 'unknown',
  inputLine: null,
  error: null,
  ...more,
});
const content = (more: Partial<ThreadContent>): ThreadContent => ({
  name: null,
  text: '',
  isCut: false,
  question: null,
  questionCount: more.question === undefined ? 0 : 1,
  error: null,
  ...more,
});
const runIds = (index: RunIndex, filter: RunIndexFilter): string[] =>
  index.list(filter, 0, 200).runs.map(({ runId }) => runId);

describe('an index of runs', () => {
  it('lists the runs of all threads, the newest first, in parts', () => {
    const index = new RunIndex();
    index.setThread(thread('t1'), [run('c', 3), run('a', 1)]);
    index.setThread(thread('t2'), [run('b', 2)]);
    expect(runIds(index, all)).toEqual(['c', 'b', 'a']);
    expect(index.list(all, 1, 1)).toMatchObject({ total: 3, runs: [{ runId: 'b', threadId: 't2' }] });
  });

  it('says of a run only what its server says, until its thread is read', () => {
    const index = new RunIndex();
    index.setThread(thread('t', { status: 'interrupted', hasQuestion: true }), [run('b', 2), run('a', 1)]);
    const statuses = () => index.list(all, 0, 10).runs.map(({ status }) => status);
    // Whether the older one finished or was answered, only checkpoints report.
    expect(statuses()).toEqual(['interrupted', 'ended']);
    const models = [{ model: 'm', input: 3, cached: 0, output: 2 }];
    const facts = {
      status: 'paused',
      endingText: 'paused before review',
      error: null,
      tokens: 5,
      models,
      isUsageCut: false,
    } as const;
    index.setFacts('t', '2026-01-01T00:00:00Z', new Map([['a', facts]]));
    expect(statuses()).toEqual(['interrupted', 'paused']);
    expect(index.summary().counts).toEqual([
      { status: 'interrupted', count: 1 },
      { status: 'paused', count: 1 },
    ]);
  });

  it('says how many active runs of its thread come before a queued one', () => {
    const index = new RunIndex();
    const later = new Date(Date.now() + 600_000).toISOString();
    index.setThread(thread('t', { status: 'busy' }), [
      run('scheduled', 9, { status: 'pending', createdAt: later }),
      run('third', 4, { status: 'pending' }),
      run('second', 3, { status: 'pending' }),
      run('first', 2, { status: 'running' }),
      run('done', 1),
    ]);
    expect(index.list(all, 0, 10).runs.map(({ runId, ahead }) => [runId, ahead])).toEqual([
      ['scheduled', null],
      ['third', 2],
      ['second', 1],
      ['first', null],
      ['done', null],
    ]);
  });

  it('sorts by status, what goes on first and what is unknown last', () => {
    const index = new RunIndex();
    index.setThread(thread('t', { status: 'busy' }), [
      run('unknown', 6, { status: 'unknown' }),
      run('queued', 5, { status: 'pending' }),
      run('running', 4, { status: 'running' }),
      run('failed', 3, { status: 'error' }),
      run('ended', 2),
    ]);
    const order = (descending: boolean) => runIds(index, { ...all, sortBy: 'status', descending });
    expect(order(false)).toEqual(['queued', 'running', 'failed', 'ended', 'unknown']);
    expect(order(true)).toEqual(['ended', 'failed', 'running', 'queued', 'unknown']);
  });

  it('asks again how a run stands whose status has changed', () => {
    const index = new RunIndex();
    const facts = {
      status: 'running',
      endingText: null,
      error: null,
      tokens: null,
      models: [],
      isUsageCut: false,
    } as const;
    const newest = run('b', 2, { status: 'pending' });
    index.setThread(thread('t', { status: 'busy' }), [newest, run('a', 1, { status: 'running' })]);
    index.setFacts('t', '2026-01-01T00:00:00Z', new Map([['a', facts]]));
    index.setThread(thread('t', { status: 'busy' }), [newest, run('a', 1)]);
    expect(index.list(all, 0, 10).runs.map(({ status }) => status)).toEqual(['queued', 'ended']);
  });

  it('drops what was read of a thread that has changed since', () => {
    const index = new RunIndex();
    index.setThread(thread('t', { updatedAt: 'new' }), [run('a', 1)]);
    index.setContent('t', 'old', content({ text: 'declined' }));
    expect(index.hasContent('t')).toBe(false);
    expect(runIds(index, textFilter('declined'))).toEqual([]);
  });

  it('finds runs by the beginnings of words in names, inputs, errors, ids and what their threads contain', () => {
    const index = new RunIndex();
    index.setThread(thread('t1', { name: 'Charge the card' }), [
      run('r1', 1, { error: 'Card declined by bank' }),
    ]);
    index.setThread(thread('t2'), [run('r2', 2, { inputLine: 'Order 4711' }), run('r0', 0)]);
    index.setContent('t2', '2026-01-01T00:00:00Z', content({ text: 'It is on its way to Saint-Malo' }));
    expect(runIds(index, textFilter('decl'))).toEqual(['r1']);
    expect(runIds(index, textFilter('card bank'))).toEqual(['r1']);
    expect(runIds(index, textFilter('saint 4711'))).toEqual(['r2']);
    expect(runIds(index, textFilter('t2'))).toEqual(['r2', 'r0']);
    expect(runIds(index, textFilter('nothing'))).toEqual([]);
    index.removeThread('t2');
    expect(runIds(index, textFilter('4711'))).toEqual([]);
  });

  it('shows the error of a failed run, the question of one that asks, and else the input', () => {
    const index = new RunIndex();
    const input = { inputLine: 'Tides of Brest' };
    index.setThread(thread('t1', { status: 'error' }), [run('r3', 3, { ...input, status: 'error' })]);
    index.setContent('t1', '2026-01-01T00:00:00Z', content({ error: 'TypeError: x is undefined' }));
    index.setThread(thread('t2', { status: 'interrupted', hasQuestion: true }), [run('r2', 2, input)]);
    index.setContent('t2', '2026-01-01T00:00:00Z', content({ question: 'Publish?' }));
    index.setThread(thread('t3'), [run('r1', 1, input)]);
    index.setThread(thread('t4', { status: 'interrupted', hasQuestion: true }), [run('r0', 0, input)]);
    index.setContent('t4', '2026-01-01T00:00:00Z', content({ question: 'Ship?', questionCount: 2 }));
    expect(index.list(all, 0, 10).runs.map(({ line }) => line)).toEqual([
      { kind: 'error', text: 'TypeError: x is undefined' },
      { kind: 'question', text: 'Publish?' },
      { kind: 'input', text: 'Tides of Brest' },
      { kind: 'question', text: 'Ship?', count: 2 },
    ]);
  });

  it('filters by status and graph', () => {
    const index = new RunIndex();
    index.setThread(thread('t1'), [run('a', 1)]);
    index.setThread(thread('t2', { graphId: 'agent', status: 'error' }), [run('b', 2, { status: 'error' })]);
    expect(runIds(index, { ...all, statuses: ['failed'] })).toEqual(['b']);
    expect(runIds(index, { ...all, graphIds: ['writer'] })).toEqual(['a']);
    expect(index.summary()).toMatchObject({ runs: 2, graphIds: ['agent', 'writer'] });
  });

  it('filters by who started a run, and by its age if that is known', () => {
    const index = new RunIndex();
    const ago = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString();
    index.setThread(thread('t'), [
      run('new', 0, { createdAt: ago(60), source: 'cron' }),
      run('old', 0, { createdAt: ago(7200), source: 'studio' }),
      run('undated', 0, { createdAt: null }),
    ]);
    expect(runIds(index, { ...all, maxAge: 3600 })).toEqual(['new']);
    expect(runIds(index, { ...all, maxAge: 86_400 })).toEqual(['new', 'old']);
    expect(runIds(index, { ...all, sources: ['studio', 'unknown'] })).toEqual(['old', 'undated']);
  });

  it('sorts by what servers tell of every run, those without it last', () => {
    const index = new RunIndex();
    index.setThread(thread('t1', { name: 'B', graphId: null }), [run('a', 1, { durationMs: 30 })]);
    index.setThread(thread('t2', { name: 'A' }), [
      run('c', 3, { durationMs: null }),
      run('b', 2, { durationMs: 10 }),
    ]);
    const sorted = (sortBy: RunIndexFilter['sortBy'], descending: boolean) =>
      runIds(index, { ...all, sortBy, descending });
    expect(sorted('createdAt', false)).toEqual(['a', 'b', 'c']);
    expect(sorted('durationMs', true)).toEqual(['a', 'b', 'c']);
    expect(sorted('durationMs', false)).toEqual(['b', 'a', 'c']);
    expect(sorted('threadName', false)).toEqual(['c', 'b', 'a']);
    expect(sorted('graphId', true)).toEqual(['c', 'b', 'a']);
  });

  it('searches truthfully while many threads change, over longer than its search cleans up', async () => {
    const index = new RunIndex();
    const words = (seed: number): string =>
      Array.from({ length: 40 }, (_, word) => ((seed * 7919 + word * 104_729) % 1_679_616).toString(36)).join(
        ' ',
      );
    const count = 120;
    for (let round = 0; round < 6; round += 1) {
      for (let i = 0; i < count; i += 1)
        index.setThread(thread(`t${i}`), [
          run(`r${i}`, 1, { inputLine: `round${round} number${i}x ${words(round * count + i)}` }),
        ]);
      // oxlint-disable-next-line no-await-in-loop -- the time between changes is what is tested
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
    expect(index.list(textFilter('round5'), 0, 10).total).toBe(count);
    expect(index.list(textFilter('round4'), 0, 10).total).toBe(0);
    expect(runIds(index, textFilter('number7x'))).toEqual(['r7']);
  });
});
