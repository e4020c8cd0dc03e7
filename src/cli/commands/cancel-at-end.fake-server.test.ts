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

  it('run --cancel-on-exit says that it does not know if the connection is lost', async () => {
    const { ended, interrupt } = await runUntilPaused();
    resetAtCancel();
    interrupt.abort();
    const { code, err } = await ended;
    expect(code).toBe(130);
    expect(err).toMatch(/It is unknown whether the server cancels the run: \S/);
  });

  it('run --cancel-on-exit says that it does not know, and ends, if the server does not answer', async () => {
    const { ended, interrupt } = await runUntilPaused();
    server.faults.before = ({ path }) =>
      path.endsWith('/cancel') ? new Promise<void>(() => undefined) : undefined;
    interrupt.abort();
    const { code, err } = await ended;
    server.dropConnections();
    expect(code).toBe(130);
    expect(err).toContain(
      'It is unknown whether the server cancels the run: It did not say so within 10 seconds.',
    );
  });

  it('run --cancel-on-exit does not take a refusal for an unknown end', async () => {
    const { ended, interrupt } = await runUntilPaused();
    server.faults.failing = /^POST .*\/cancel/;
    interrupt.abort();
    const { code, err } = await ended;
    server.faults.failing = null;
    expect(code).toBe(130);
    expect(err).toMatch(/Could not cancel the run: \S/);
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
    expect(err).toContain('1 may not have been cancelled');
  });

  it('check without --yes has nothing to cancel, and does not speak of it', async () => {
    const { code, err } = await runMain([...check, inputs]);
    expect(code).not.toBe(0);
    expect(err).toContain('is marked as production');
    expect(err).not.toMatch(/may not have been cancelled|could not cancel/i);
  });
});
