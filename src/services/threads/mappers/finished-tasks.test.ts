import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { GraphClient } from '../../../remote-graph/client.ts';
import { finishedTasks, noAnswerEvidence, type AnswerEvidence } from './finished-tasks.ts';
import { resolveAnsweredTasks } from '../state/resolve-answered-tasks.ts';

const interruptedTask = (id: string) => ({ id, interruptIds: [`asked by ${id}`] });
const silent = (id: string) => ({ id, interruptIds: [] });
const evidence = (taskIds: string[], answeredTasks: string[] = []): AnswerEvidence => ({
  taskIds: new Set(taskIds),
  interruptIds: new Set(answeredTasks.map((id) => `asked by ${id}`)),
});
const three = [interruptedTask('a'), interruptedTask('b'), interruptedTask('c')];

describe('finishedTasks', () => {
  it.each<[string, Parameters<typeof finishedTasks>, string[], boolean]>([
    ['none while all are next', [three, 3, noAnswerEvidence], [], false],
    ['all when none is next', [three, 0, noAnswerEvidence], ['a', 'b', 'c'], false],
    ['the one that the record names', [three, 2, evidence(['b'])], ['b'], false],
    [
      'the earlier one, too, that the record lists again',
      [three, 1, evidence(['b'], ['a', 'b'])],
      ['a', 'b'],
      false,
    ],
    ['none for sure without evidence', [three, 2, noAnswerEvidence], [], true],
    ['only the certain one when another is unknown', [three, 1, evidence(['b'])], ['b'], true],
    ['none for sure when one asked again', [three, 2, evidence([], ['a', 'b'])], [], true],
    ['the one that asks nothing', [[interruptedTask('a'), silent('b')], 1, noAnswerEvidence], ['b'], false],
  ])('finds %s', (_, args, finished, unclear) => {
    const found = finishedTasks(...args);
    expect([...found.finished].map(({ id }) => id)).toEqual(finished);
    expect(found.unclear).toBe(unclear);
  });
});

describe('settledState', () => {
  const task = (id: string) => ({ id, name: 'ask', interrupts: [{ id: `asked by ${id}`, value: id }] });
  const state = { values: {}, next: ['ask'], tasks: [task('a'), task('b')] };

  /** Reads the state from a server whose other answers are given, by path. */
  async function settle(answers: Readonly<Record<string, unknown>>, wire: object = state) {
    const requested: string[] = [];
    const http = createServer((request, response) => {
      const path = (request.url ?? '').split('?', 1)[0] ?? '';
      requested.push(path);
      const answer = { '/threads/t/state': wire, ...answers }[path];
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

  it('T-1: sends no request if the state alone says what waits', async () => {
    const { requested } = await settle({}, { ...state, next: ['ask', 'ask'] });
    expect(requested.filter((path) => !/^\/(info|ok)/.test(path))).toEqual(['/threads/t/state']);
  });

  it('T-1: reports as unknown which tasks were answered if the thread record has no interrupts', async () => {
    for (const record of [{ thread_id: 't' }, { thread_id: 't', interrupts: null }]) {
      const { interrupts } = await settle({ '/threads/t': record, '/threads/t/runs': [] });
      expect(interrupts.map(({ id, perhapsAnswered }) => [id, perhapsAnswered])).toEqual([
        ['asked by a', true],
        ['asked by b', true],
      ]);
    }
  });

  it('T-1: keeps the state if the server has neither record nor runs', async () => {
    const { interrupts } = await settle({});
    expect(interrupts).toHaveLength(2);
  });

  it('T-1: uses the runs if the record has no interrupts', async () => {
    const run = (id: string, status: string) => ({
      run_id: id,
      thread_id: 't',
      status,
      kwargs: { command: { resume: { [`asked by ${id}`]: 1 } } },
    });
    const { interrupts, answered } = await settle({
      '/threads/t': { thread_id: 't' },
      '/threads/t/runs': [run('b', 'error'), run('a', 'success')],
    });
    expect(interrupts.map(({ id, perhapsAnswered }) => [id, perhapsAnswered])).toEqual([
      ['asked by b', undefined],
    ]);
    expect(answered?.map(({ id }) => id)).toEqual(['asked by a']);
  });
});
