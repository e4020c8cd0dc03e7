import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startFakeServer, type FakeServer } from '../../testing/fake-server/fake-server.ts';
import { isolateDataFolder } from '../../testing/isolate-data-folder.ts';
import { slowness } from '../../testing/slowness.ts';
import { runMain } from '../testing/run-main.ts';
import { saveServers } from '../testing/save-servers.ts';

const data = isolateDataFolder();
let server: FakeServer;
let inputs: string;
beforeAll(async () => {
  server = await startFakeServer();
  await saveServers(data.path, { url: server.url, token: null }, 'key-of-cancel-at-end');
  inputs = await mkdtemp(join(tmpdir(), 'studio-inputs-'));
  await writeFile(join(inputs, 'one.json'), '{"version":1,"graph":"exact","input":{"id":1}}');
});
afterEach(() => {
  server.faults.before = null;
  server.release();
});
afterAll(async () => {
  await server.close();
  await rm(inputs, { recursive: true, force: true });
});

const cancels = (): number => server.requests.filter(({ path }) => path.endsWith('/cancel')).length;
const resetAtCancel = (): void => {
  server.faults.before = ({ path }) => (path.endsWith('/cancel') ? server.dropConnections() : undefined);
};

describe('on a server that is marked as production', { timeout: 30_000 * slowness() }, () => {
  const runUntilPaused = async () => {
    const interrupt = new AbortController();
    const paused = server.pauseBefore('receive');
    const args = ['run', '--server', 'prod', '--yes', '--cancel-on-exit', '--input', '{"id":1}'];
    const ended = runMain(args, { signal: interrupt.signal });
    await paused;
    return { ended, interrupt };
  };

  it('run --cancel-on-exit cancels the run that --yes has confirmed', async () => {
    const before = cancels();
    const { ended, interrupt } = await runUntilPaused();
    interrupt.abort();
    const { code, err } = await ended;
    expect([code, cancels()]).toEqual([130, before + 1]);
    expect(err).toContain('The run was cancelled.');
  });

  it('run --cancel-on-exit says so if the server can no longer be reached', async () => {
    const { ended, interrupt } = await runUntilPaused();
    resetAtCancel();
    interrupt.abort();
    const { code, err } = await ended;
    expect(code).toBe(130);
    expect(err).toMatch(/The run could not be cancelled: \S/);
  });

  const check = ['check', '--server', 'prod', '--timeout', '1'];

  it('check --timeout cancels the runs that --yes has confirmed', async () => {
    const before = cancels();
    void server.pauseBefore('receive');
    const { code, err } = await runMain([...check, '--yes', inputs]);
    expect([code, cancels()]).toEqual([1, before + 1]);
    expect(err).toContain('Cancelled 1 run.');
  });

  it('check --timeout says so if the server can no longer be reached', async () => {
    void server.pauseBefore('receive');
    resetAtCancel();
    const { code, err } = await runMain([...check, '--yes', inputs]);
    expect(code).toBe(1);
    expect(err).toContain('1 could not be cancelled');
  });

  it('check without --yes has nothing to cancel, and does not speak of it', async () => {
    const { code, err } = await runMain([...check, inputs]);
    expect(code).not.toBe(0);
    expect(err).toContain('is marked as production');
    expect(err).not.toContain('could not be cancelled');
  });
});
