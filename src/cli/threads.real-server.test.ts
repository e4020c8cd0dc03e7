import { GraphClient } from 'remote-graph-client/client';
import { startFakeServer } from '../testing/fake-server/fake-server.ts';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedServer, type SharedServer } from '../testing/shared-server.ts';
import { slowness } from '../testing/slowness.ts';
import { isolateDataFolder } from '../testing/isolate-data-folder.ts';
import { runMain } from './testing/run-main.ts';

const folder = isolateDataFolder();

let server: SharedServer;
let client: GraphClient;
beforeAll(async () => {
  server = await sharedServer('real');
  client = new GraphClient({ url: server.url, apiKey: null });
});

const onServer = (...args: readonly string[]) => runMain([...args, '--server', server.url, '--no-key']);

/** Threads whose IDs begin alike, and with nothing that another test's begin with. */
const sharedPrefix = (): string => {
  const digits = Math.floor(Math.random() * 0xffff_ffff).toString(16);
  return digits.padStart(8, '0');
};
async function threadAt(prefix: string, digit: string): Promise<string> {
  const threadId = `${prefix}-0000-4000-8000-${digit.repeat(12)}`;
  await client.threads.create({ threadId, graphId: 'talk' });
  return threadId;
}

describe('the beginning of a thread ID', { timeout: 60_000 * slowness() }, () => {
  it('is enough where it fits one thread', async () => {
    const prefix = sharedPrefix();
    const threadId = await threadAt(prefix, '1');
    const state = await onServer('state', 'get', prefix, '--json');
    expect(JSON.parse(state.out)).toMatchObject({ threadId });
    const short = await onServer('history', prefix.slice(0, 7).toUpperCase(), '--json');
    expect(JSON.parse(short.out)).toMatchObject({ threadId });
    const ran = await onServer(
      'run',
      'talk',
      '--thread',
      `${prefix}-0000`,
      '--input',
      '{"conversation":[]}',
      '--json',
    );
    expect(JSON.parse(ran.out)).toMatchObject({ threadId, outcome: 'finished' });
    const same = await onServer('diff', prefix, `${prefix}-0`, '--json');
    expect([same.code, JSON.parse(same.out).from.threadId]).toEqual([0, threadId]);
  });

  it('is refused where it fits several, with those that it fits, and nothing is deleted', async () => {
    const prefix = sharedPrefix();
    const both = [await threadAt(prefix, '1'), await threadAt(prefix, '2')];
    const { code, err } = await onServer('threads', 'delete', prefix);
    expect(code).toBe(2);
    expect(err).toContain(`2 threads begin with "${prefix}".`);
    for (const threadId of both) {
      expect(err).toContain(threadId);
      await expect(client.threads.get(threadId)).resolves.toMatchObject({ thread_id: threadId });
    }
    const longer = await onServer('threads', 'delete', `${prefix}-0000-4000-8000-2`);
    expect([longer.code, longer.out]).toEqual([0, `${both[1]}  deleted\n`]);
  });

  it('that fits no thread is an error', async () => {
    const { code, err } = await onServer('state', 'get', sharedPrefix());
    expect([code, err]).toEqual([1, expect.stringMatching(/^Error: No thread begins with "[0-9a-f]{8}"\./)]);
  });
});

describe('threads delete', { timeout: 60_000 * slowness() }, () => {
  it('does not say that it deleted what never existed, and goes on with the others', async () => {
    const threadId = await threadAt(sharedPrefix(), '3');
    const never = '00000000-0000-4000-8000-00000000dead';
    const { code, out, err } = await onServer('threads', 'delete', never, 'no-id', threadId);
    expect([code, out]).toEqual([1, `${threadId}  deleted\n`]);
    expect(err).toContain(`${never}  There is no such thread. Nothing was deleted.`);
    expect(err).toContain('no-id  ');
    const again = await onServer('threads', 'delete', threadId, '--json');
    expect([again.code, JSON.parse(again.out).results]).toMatchObject([
      1,
      [{ threadId, problem: { code: 'not-found' } }],
    ]);
  });
});

describe('an error', { timeout: 60_000 * slowness() }, () => {
  it('keeps what the server said, as text and as JSON', async () => {
    const line = ['run', 'talk', '--input', '{"conversation":[]}', '--checkpoint', 'not-a-uuid'];
    const text = await onServer(...line);
    const json = await onServer(...line, '--json');
    const { error } = JSON.parse(json.err);
    expect([text.code, json.code, json.out]).toEqual([text.code, text.code, '']);
    expect(error.server).toEqual(expect.any(String));
    expect(error.server.length).toBeGreaterThan(0);
    expect(text.err).toContain('The server said: ');
    expect(error.details).toMatchObject({ status: expect.stringMatching(/^4\d\d$/) });
  });

  it('has a hint for the terminal, not for the window', async () => {
    const { err } = await onServer('state', 'get', '00000000-0000-4000-8000-00000000dead');
    expect(err).not.toContain('Refresh');
  });

  it('of an input that can not be sent leaves no empty thread behind', async () => {
    const graphs = async () =>
      (await client.threads.search({ metadata: { graph_id: 'order' }, limit: 100 })).length;
    const before = await graphs();
    const { code, err } = await onServer('run', 'order', '--input', '{}', '--config', '[1]');
    expect([code, err]).toEqual([2, expect.stringContaining('The config must be a JSON object.')]);
    expect(await graphs()).toBe(before);
  });
});

describe('record', { timeout: 60_000 * slowness() }, () => {
  it('refuses to overwrite a file, also one that came meanwhile, unless --force', async () => {
    const { out } = await onServer('run', 'talk', '--input', '{"conversation":[]}', '--json');
    const { threadId } = JSON.parse(out);
    const file = join(folder.path, 'kept.recording.zip');
    await writeFile(file, 'mine');
    const refused = await onServer('record', threadId, '-o', file);
    expect(refused).toMatchObject({ code: 2, out: '', err: expect.stringContaining(`${file} exists.`) });
    expect(await readFile(file, 'utf8')).toBe('mine');
    const forced = await onServer('record', threadId, '-o', file, '--force');
    expect(forced).toMatchObject({ code: 0, out: `${file}\n` });
    expect((await readFile(file)).subarray(0, 2).toString()).toBe('PK');
    const late = join(folder.path, 'late.recording.zip');
    const recording = onServer('record', threadId, '-o', late);
    await mkdir(late);
    expect(await recording).toMatchObject({ code: 2, err: expect.stringContaining(`${late} exists.`) });
  });

  it('of a run that had ended has no times, and replay says so and does not wait', async () => {
    const file = join(folder.path, 'ended.recording.zip');
    // The real server forgets events two seconds after the run, which a busy machine may take to come to them.
    const fake = await startFakeServer();
    try {
      const fakeClient = new GraphClient({ url: fake.url, apiKey: null });
      const { thread_id: threadId } = await fakeClient.threads.create({ graphId: 'exact' });
      const { run_id: runId } = await fakeClient.runs.create(threadId, 'exact', { input: { id: 1 } });
      await expect.poll(async () => (await fakeClient.runs.get(threadId, runId)).status).toBe('success');
      const recorded = await runMain(['record', threadId, '-o', file, '--server', fake.url, '--no-key']);
      expect(recorded).toMatchObject({
        code: 0,
        err: expect.stringContaining('it is unknown when they arrived'),
      });
    } finally {
      await fake.close();
    }
    const replayed = await runMain(['replay', file]);
    expect(replayed).toMatchObject({
      code: 0,
      err: expect.stringContaining('does not say when its events arrived'),
    });
    expect((await runMain(['replay', file, '--speed', '0'])).err).not.toContain(
      'does not say when its events arrived',
    );
  });
});

describe('completion', { timeout: 60_000 * slowness() }, () => {
  it('asks the program for servers and assistants, which prints nothing on any failure', async () => {
    const line = `remote-graph-studio run --server ${server.url} `;
    const assistants = await runMain(['__complete', 'assistants', line]);
    expect(assistants.out.split('\n')).toEqual(expect.arrayContaining(['writer', 'slow', 'talk']));
    const quoted = await runMain([
      '__complete',
      'assistants',
      `remote-graph-studio graph -s '${server.url}' `,
    ]);
    expect(quoted.out).toBe(assistants.out);
    for (const words of [['assistants', 'graph --server http://127.0.0.1:9 '], ['servers', ''], ['x'], []])
      expect(await runMain(['__complete', ...words])).toEqual({ code: 0, out: '', err: '' });
  });
});
