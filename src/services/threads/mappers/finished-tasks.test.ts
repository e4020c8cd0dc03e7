import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import { noAnswerEvidence, settleTasks, type AnswerEvidence, type ListedTask } from './finished-tasks.ts';
import { resolveAnsweredTasks } from '../resolve-answered-tasks.ts';

const task = (id: string, change: Partial<ListedTask> = {}): ListedTask => ({
  id,
  name: 'ask',
  error: null,
  hasResult: false,
  interruptIds: [`asked by ${id}`],
  isReportedAbove: false,
  hasEnded: false,
  ...change,
});
const three = [task('a'), task('b'), task('c')];

interface Evidence {
  readonly recorded?: Readonly<Record<string, number>>;
  readonly answers?: Readonly<Record<string, number>>;
  readonly newest?: readonly string[];
  readonly remembered?: Readonly<Record<string, 'finished' | number>>;
}
const evidence = ({ recorded, answers = {}, newest = [], remembered = {} }: Evidence): AnswerEvidence => ({
  recorded: recorded === undefined ? null : new Map(Object.entries(recorded)),
  unlisted: [],
  answers: new Map(Object.entries(answers).map(([id, count]) => [`asked by ${id}`, count])),
  newestAnswers: new Set(newest.map((id) => `asked by ${id}`)),
  remembered: new Map(Object.entries(remembered)),
});

describe('settleTasks', () => {
  it.each<[string, readonly ListedTask[], number, Evidence, string, string]>([
    ['nothing while all are next', three, 3, {}, '', ''],
    ['the one that the record says is done', three, 2, { recorded: { a: 1, b: 0, c: 1 } }, 'b', ''],
    ['none for sure without evidence', three, 2, {}, '', 'abc'],
    ['the last of a level as waiting', three, 0, { recorded: { a: 0, b: 0, c: 1 } }, 'ab', ''],
    [
      'one that asks again after the newest run’s answer',
      three,
      2,
      { recorded: { a: 1, b: 1, c: 1 }, answers: { a: 1 }, newest: ['a'] },
      '',
      '',
    ],
    [
      'one that an earlier run answered as unclear',
      three,
      1,
      { recorded: { a: 1, b: 1, c: 1 }, answers: { a: 1, b: 1 }, newest: ['b'] },
      '',
      'a',
    ],
    [
      'one that was seen to ask again, and was not answered since',
      three,
      1,
      { recorded: { a: 1, b: 0, c: 1 }, answers: { a: 1, b: 1 }, newest: ['b'], remembered: { a: 1 } },
      'b',
      '',
    ],
    [
      'one that was answered after it was seen to ask again as unclear',
      three,
      1,
      { recorded: { a: 1, b: 0, c: 1 }, answers: { a: 2, b: 1 }, newest: ['b'], remembered: { a: 1 } },
      'b',
      'a',
    ],
    [
      'one that was seen to be finished, although the record lists it again',
      three,
      1,
      { recorded: { a: 1, b: 0, c: 1 }, remembered: { a: 'finished' } },
      'ab',
      '',
    ],
    ['the one that asks nothing', [task('a'), task('b', { interruptIds: [] })], 1, {}, 'b', ''],
    ['the only task as waiting, because a level with nothing left is left', [task('a')], 0, {}, '', ''],
    ['neither of two as finished or waiting without evidence', [task('a'), task('b')], 0, {}, '', 'ab'],
    [
      'one that its container reports as waiting',
      [task('a', { isReportedAbove: true }), task('b')],
      1,
      { answers: { a: 1 } },
      '',
      '',
    ],
    ['a failed one as not finished', [task('a', { error: 'Boom' })], 0, { recorded: { a: 0 } }, '', ''],
    ['one with a result as finished', [task('a', { hasResult: true }), task('b')], 1, {}, 'a', ''],
    [
      'a subgraph that has ended as finished, where the record describes another level',
      [task('a', { hasEnded: true }), task('b', { name: 'chair' }), task('c', { name: 'chair' })],
      0,
      { recorded: { b: 1, c: 0 } },
      'ac',
      '',
    ],
    [
      'no subgraph that has ended as finished, if nothing else waits',
      [task('a', { hasEnded: true })],
      0,
      { recorded: {} },
      '',
      '',
    ],
  ])('finds %s', (_, tasks, left, answers, finished, unclear) => {
    const next = Array.from({ length: left }, () => 'ask');
    const settled = settleTasks(tasks, next, evidence(answers));
    const idsOf = (set: ReadonlySet<ListedTask>): string => [...set].map(({ id }) => id).join('');
    expect([idsOf(settled.finished), idsOf(settled.unclear)]).toEqual([finished, unclear]);
  });

  it('finds nothing in a state without a list of next nodes', () => {
    expect(settleTasks(three, null, noAnswerEvidence).unclear.size).toBe(0);
  });
});

describe('settledState', () => {
  const waitingTask = (id: string) => ({
    id,
    name: 'ask',
    interrupts: [{ id: `asked by ${id}`, value: id }],
  });
  const state = { values: {}, next: ['ask'], tasks: [waitingTask('a'), waitingTask('b')] };

  /** Reads the state from a server whose other answers are given, by path. */
  async function settle(answers: Readonly<Record<string, unknown>>, wire: object = state) {
    const requested: string[] = [];
    const http = createServer((request, response) => {
      const path = (request.url ?? '').split('?', 1)[0] ?? '';
      requested.push(path);
      const body = { '/threads/t/state': wire, ...answers }[path];
      const answer: unknown = typeof body === 'function' ? body() : body;
      response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer ?? { detail: 'Not Found' }));
    });
    await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
    try {
      const { port } = http.address() as AddressInfo;
      const client = new GraphClient({ url: `http://127.0.0.1:${port}`, apiKey: null });
      const options = { signal: new AbortController().signal, purpose: 'test' };
      const got = await client.threads.getState('t', { checkpointId: null, subgraphs: true }, options);
      return { ...(await resolveAnsweredTasks(client, 't', got, options)), requested };
    } finally {
      http.closeAllConnections();
      await new Promise((done) => http.close(done));
    }
  }

  it('sends no request if the state alone says what waits', async () => {
    const { requested } = await settle({}, { ...state, next: ['ask', 'ask'] });
    expect(requested.filter((path) => !/^\/(info|ok)/.test(path))).toEqual(['/threads/t/state']);
  });

  it('reports as unknown which tasks were answered if the thread record has no interrupts', async () => {
    for (const record of [{ thread_id: 't' }, { thread_id: 't', interrupts: null }]) {
      const { interrupts } = await settle({ '/threads/t': record, '/threads/t/runs': [] });
      expect(interrupts.map(({ id, perhapsAnswered }) => [id, perhapsAnswered])).toEqual([
        ['asked by a', true],
        ['asked by b', true],
      ]);
    }
  });

  it('keeps the state if the server has neither record nor runs', async () => {
    const { interrupts } = await settle({});
    expect(interrupts).toHaveLength(2);
  });

  it('uses the runs if the record has no interrupts, which do not distinguish an answered task from one that asks again', async () => {
    const run = (id: string, status: string) => ({
      run_id: id,
      thread_id: 't',
      status,
      kwargs: { command: { resume: { [`asked by ${id}`]: 1 } } },
    });
    const { interrupts } = await settle({
      '/threads/t': { thread_id: 't' },
      '/threads/t/runs': [run('b', 'error'), run('a', 'success')],
    });
    expect(interrupts.map(({ id, perhapsAnswered }) => [id, perhapsAnswered])).toEqual([
      ['asked by a', true],
      ['asked by b', undefined],
    ]);
  });

  it('does not believe the record of a thread whose run has not been recorded yet', async () => {
    let reads = 0;
    const { interrupts, answered } = await settle({
      '/threads/t': () => {
        reads += 1;
        return reads === 1
          ? { thread_id: 't', status: 'busy', interrupts: { a: [{ id: 'asked by a' }], b: [] } }
          : { thread_id: 't', status: 'interrupted', interrupts: { a: [], b: [{ id: 'asked by b' }] } };
      },
    });
    expect(interrupts.map(({ id }) => id)).toEqual(['asked by b']);
    expect(answered?.map(({ id }) => id)).toEqual(['asked by a']);
  });
});
