import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import { AppError } from '../../shared/app-error.ts';
import { clientsFor } from '../../testing/services/clients-for.ts';
import {
  experimentServer as connectionId,
  openExperiments,
  type ExperimentFixture,
} from '../../testing/services/open-experiments.ts';
import { sharedServer } from '../../testing/shared-server.ts';
import { threadIdOf } from './send-input.ts';
import { slowness } from '../../testing/slowness.ts';

const { signal } = new AbortController();
let url: string;
let fixture: ExperimentFixture;

beforeEach(async () => {
  ({ url } = await sharedServer('real'));
  fixture = await openExperiments(url, (_level, message) => expect.unreachable(message));
});
afterEach(() => fixture.close());

const input = (value: unknown, checks: readonly unknown[] = [], more: object = {}): string =>
  JSON.stringify({ version: 1, input: value, ...more, checks });
const save = async (inputs: Readonly<Record<string, string>>): Promise<string[]> => {
  for (const [path, text] of Object.entries(inputs)) await fixture.files.save(path, text, null);
  return Object.keys(inputs);
};
const start: ExperimentFixture['start'] = (...args) => fixture.start(...args);
const rowsOf: ExperimentFixture['rowsOf'] = (...args) => fixture.rowsOf(...args);
const calls = () => fixture.experiments().calls;
const countsOf = async (experimentId: string) => (await fixture.viewOf(experimentId))?.counts;
const untilEnded = async (experimentId: string): Promise<void> => {
  await expect
    .poll(async () => (await rowsOf(experimentId, 'open')).length, { timeout: 20_000 * slowness() })
    .toBe(0);
};

describe('experiments on the real server', () => {
  it('run ten inputs on two assistants, and check each result', async () => {
    const ten = Object.fromEntries(
      Array.from({ length: 10 }, (_, index) => [
        `a${index}.json`,
        input({ text: `topic ${index}` }, [
          { kind: 'expression', expression: 'len(text) > 0' },
          { kind: 'contains', of: 'text', value: index === 7 ? 'nowhere' : '' },
          { kind: 'schema', of: 'log', schema: { type: 'array' } },
          { kind: 'time', below: 600 },
        ]),
      ]),
    );
    const paths = await save(ten);
    const experimentId = await start(paths, 'writer');
    await start(paths, 'slow', { experimentId });
    await untilEnded(experimentId);
    const rows = await rowsOf(experimentId);
    expect(rows).toHaveLength(20);
    expect(await countsOf(experimentId)).toMatchObject({
      rows: 20,
      passed: 18,
      failed: 2,
      unknown: 0,
      unsent: 0,
    });
    const failed = await rowsOf(experimentId, 'failed');
    expect(failed.map(({ path, target }) => [path, target])).toEqual([
      ['a7.json', 0],
      ['a7.json', 1],
    ]);
    expect(failed[0]?.result?.checks[1]).toMatchObject({
      label: 'text contains "nowhere"',
      outcome: 'failed',
      reason: expect.stringContaining('It is "') as string,
    });
    expect(new Set(rows.map(({ threadId }) => threadId)).size).toBe(20);
    expect(rows[0]?.result?.ms).toEqual(expect.any(Number));
    expect(await rowsOf(experimentId, 'all', 'a3')).toHaveLength(2);
  });

  it('are started once on an assistant, also when the answer to a start was lost', async () => {
    const paths = await save({ 'once.json': input({ text: 'a' }) });
    const experimentId = await start(paths, 'writer');
    await start(paths, 'writer', { experimentId });
    await start(paths, 'slow', { experimentId });
    expect(await countsOf(experimentId)).toMatchObject({ rows: 2 });
    await untilEnded(experimentId);
  });

  it('are refused, and delete none, if those that run take all the room', async () => {
    const rows = { kind: 'rows' as const, inputs: ['{"text":"a"}'] };
    const ended = await start(rows, 'writer');
    await untilEnded(ended);
    // On a server that does not answer, nothing ends.
    await fixture.reopen(clientsFor('http://127.0.0.1:9'));
    const running = await start(rows, 'writer', { repetitions: 60_000 });
    await expect(start(rows, 'writer', { repetitions: 50_000 })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('take this room') as string,
    });
    expect(await countsOf(running)).toMatchObject({ rows: 60_000 });
    expect(await countsOf(ended)).toMatchObject({ rows: 1 });
  });

  it('run again, all rows or those that failed, as a new experiment with the files as they are now', async () => {
    const contains = (value: string): object => ({ kind: 'contains', of: 'log', value });
    const paths = await save({
      'good.json': input({ text: 'a' }, [contains('plan')]),
      'bad.json': input({ text: 'a' }, [contains('nowhere')]),
      'broken.json': '{',
    });
    const experimentId = await start(paths, 'writer');
    await untilEnded(experimentId);
    const rerun = async (rows: 'all' | 'failed', newExperimentId: string, from = experimentId) =>
      calls()['experiments.rerun']({ connectionId, experimentId: from, newExperimentId, rows }, signal);
    const failedId = randomUUID();
    await fixture.files.save(
      'bad.json',
      input({ text: 'a' }, [contains('plan')]),
      (await fixture.files.read('bad.json')).revision,
    );
    const view = await rerun('failed', failedId);
    expect(view).toMatchObject({
      name: expect.stringMatching(/ \(failed rows\)$/) as string,
      counts: { rows: 2 },
    });
    // The answer may be what was lost.
    expect(await rerun('failed', failedId)).toMatchObject({ counts: { rows: 2 } });
    await untilEnded(failedId);
    const ended = (await rowsOf(failedId)).map(({ path, result }) => [path, result?.outcome ?? 'refused']);
    expect(ended).toEqual([
      ['bad.json', 'passed'],
      ['broken.json', 'refused'],
    ]);
    const allId = randomUUID();
    expect(await rerun('all', allId)).toMatchObject({ counts: { rows: 3 } });
    await untilEnded(allId);
    expect(await countsOf(allId)).toMatchObject({ passed: 2, refused: 1 });
    // Nothing failed but the file that is broken, and nothing is on another server.
    const other = {
      connectionId: 'other',
      experimentId,
      newExperimentId: randomUUID(),
      rows: 'all',
    } as const;
    expect(await calls()['experiments.rerun'](other, signal)).toBeNull();
    const { experiments } = await calls()['experiments.list']({}, signal);
    expect(experiments.map((one) => one.experimentId)).toEqual([allId, failedId, experimentId]);
  });

  it('run a table without files again, the rows that failed', async () => {
    const experimentId = await start({ kind: 'rows', inputs: ['{"text":"a"}', '{"text":"b"}'] }, 'broken');
    await untilEnded(experimentId);
    const failed = await rowsOf(experimentId, 'failed');
    const newExperimentId = randomUUID();
    const part = { connectionId, experimentId, newExperimentId, rows: 'failed' } as const;
    expect(await calls()['experiments.rerun'](part, signal)).toMatchObject({ counts: { rows: 2 } });
    await untilEnded(newExperimentId);
    const again = await rowsOf(newExperimentId);
    expect(again.map(({ path }) => path)).toEqual(failed.map(({ path }) => path));
    expect(again.map(({ result }) => result?.error)).toEqual(failed.map(({ result }) => result?.error));
  });

  it('start from a command, a node or a state, and know the path, also of a run that waits', async () => {
    const pathCheck = (nodes: readonly string[]) => [{ kind: 'path', nodes, exactly: true }];
    const paths = await save({
      'whole.json': input({ text: 'a' }, [
        ...pathCheck(['plan', 'write', 'ask']),
        { kind: 'status', is: 'waiting' },
      ]),
      'node.json': JSON.stringify({
        version: 1,
        command: { goto: ['write'], update: { text: 'mine' } },
        stopAfter: ['write'],
        checks: [
          ...pathCheck(['write']),
          { kind: 'status', is: 'finished' },
          { kind: 'contains', of: 'text', value: 'polished' },
        ],
      }),
      'state.json': JSON.stringify({
        version: 1,
        state: { text: 'b' },
        asNode: 'plan',
        checks: pathCheck(['write', 'ask']),
      }),
      'unknown.json': input({ text: 'c' }, [{ kind: 'tokens', below: 1000 }]),
    });
    const experimentId = await start(paths, 'writer');
    await untilEnded(experimentId);
    expect(
      (await rowsOf(experimentId)).map(({ path, result }) => [
        path,
        result?.outcome,
        result?.checks.map(({ reason }) => reason),
      ]),
    ).toEqual([
      ['whole.json', 'passed', expect.any(Array)],
      ['node.json', 'passed', expect.any(Array)],
      ['state.json', 'passed', expect.any(Array)],
      ['unknown.json', 'unknown', ['No message of the run reports tokens.']],
    ]);
  });

  it('a file that is broken and a run that fails do not stop the others', async () => {
    const paths = await save({
      'broken.json': '{"version":1,\n"inputs":{}}',
      'fails.json': input({}),
      'wanted.json': input({}, [{ kind: 'status', is: 'failed' }]),
    });
    const experimentId = await start([...paths, 'gone.json'], 'broken');
    await untilEnded(experimentId);
    const [broken, fails, wanted, gone] = await rowsOf(experimentId);
    expect(broken).toMatchObject({
      threadId: null,
      problem: 'Line 2, column 10: An input has an unknown member "inputs".',
    });
    expect(fails?.result).toMatchObject({
      outcome: 'failed',
      error: expect.stringContaining('it broke') as string,
    });
    expect(wanted?.result).toMatchObject({ outcome: 'passed' });
    expect(gone?.problem).toBe('There is no input gone.json.');
  });

  it('says what changed since the last experiment, without the IDs of messages', async () => {
    const paths = await save({ 'a.json': input({ text: 'same' }), 'b.json': input({ text: 'first' }) });
    const first = await start(paths, 'slow');
    await untilEnded(first);
    expect((await rowsOf(first)).map(({ changed }) => changed)).toEqual([null, null]);
    const { revision } = await fixture.files.read('b.json');
    await fixture.files.save('b.json', input({ text: 'second' }), revision);
    const second = await start(paths, 'slow');
    await untilEnded(second);
    expect((await rowsOf(second)).map(({ changed }) => changed)).toEqual([false, true]);
    const [changed] = await rowsOf(second, 'changed');
    const compared = await calls()['experiments.compare'](
      { experimentId: second, index: changed?.index ?? -1 },
      signal,
    );
    expect(compared.beforeText).toContain('first');
    expect(compared.afterText).toContain('second');
  });

  it('go on after a restart: what ended is read, and what was not sent can be sent', async () => {
    const slow = input({ waitMs: 600_000 });
    const paths = await save({
      '1.json': input({ text: 'quick' }),
      '2.json': slow,
      '3.json': input({ text: 'last' }),
    });
    const experimentId = await start(paths, 'slow', { atOnce: 1 });
    await expect
      .poll(async () => (await rowsOf(experimentId))[1]?.runId ?? null, { timeout: 10_000 * slowness() })
      .not.toBeNull();
    expect((await rowsOf(experimentId))[2]?.threadId).toBeNull();
    await fixture.experiments().stop();
    // A studio that was killed had sent the last row, and could not say so any more.
    const client = new GraphClient({ url, apiKey: null });
    const threadId = threadIdOf(experimentId, 2);
    await client.threads.create({ threadId, graphId: 'slow' });
    const sent = await client.runs.create(threadId, 'slow', { input: { text: 'sent before' } });

    await fixture.reopen();
    expect((await rowsOf(experimentId)).map(({ result }) => result?.outcome ?? null)).toEqual([
      'passed',
      null,
      null,
    ]);
    expect(await calls()['experiments.stop']({ connectionId, experimentId }, signal)).toEqual({
      unsent: 1,
      cancelled: 1,
      failed: 0,
    });
    await expect
      .poll(async () => (await rowsOf(experimentId))[1]?.result?.outcome ?? null, {
        timeout: 10_000 * slowness(),
      })
      .toBe('failed');
    await calls()['experiments.resume']({ connectionId, experimentId }, signal);
    await untilEnded(experimentId);
    // The same thread and run: nothing was run twice.
    expect((await rowsOf(experimentId))[2]).toMatchObject({ threadId, runId: sent.run_id });
    expect(await client.runs.list(threadId)).toHaveLength(1);

    await calls()['experiments.forget']({ experimentId }, signal);
    expect((await calls()['experiments.list']({}, signal)).experiments).toEqual([]);
  });

  it('a server that is away gets its rows when it is back, and a removed one none', async () => {
    const paths = await save({ 'a.json': input({ text: 'a' }), 'b.json': input({ text: 'b' }) });
    let failures = 3;
    const real = clientsFor(url);
    await fixture.reopen({
      get: (id) => {
        failures -= 1;
        return failures >= 0 ? Promise.reject(new AppError('unreachable', 'It is away.')) : real.get(id);
      },
    });
    const experimentId = await start(paths, 'slow');
    await untilEnded(experimentId);
    expect(await countsOf(experimentId)).toMatchObject({ finished: 2, refused: 0 });

    failures = Infinity;
    const lost = await start(paths, 'slow');
    await fixture.experiments().forget(connectionId);
    expect((await rowsOf(lost)).map(({ problem }) => problem)).toEqual([
      'Its server was removed from the studio.',
      'Its server was removed from the studio.',
    ]);
  });

  it('a line that a crash cut off costs its row only', async () => {
    const paths = await save({ 'a.json': input({ text: 'a' }), 'b.json': input({ text: 'b' }) });
    const experimentId = await start(paths, 'slow');
    await untilEnded(experimentId);
    await fixture.experiments().stop();
    const file = join(fixture.folder, 'experiments', `${experimentId}.jsonl`);
    await writeFile(file, '\n{"row":0,"state":{"threadId":"half', { flag: 'a' });
    await writeFile(join(fixture.folder, 'experiments', 'notes.txt'), 'not ours');
    await fixture.reopen();
    expect((await rowsOf(experimentId)).map(({ result }) => result?.outcome)).toEqual(['passed', 'passed']);
  });
});
