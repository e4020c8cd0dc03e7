import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isolateDataFolder } from '../../testing/isolate-data-folder.ts';
import { createServices } from '../../services/create-services.ts';
import { lockFolder } from '../../services/storage/folder-lock.ts';
import { createNodePlatform } from '../../web-host/node-platform.ts';
import { signInLikeABrowser, startOidcServer } from '../../testing/credentials/oidc-server.ts';
import { startTokenServer, type TokenServer } from '../../testing/credentials/token-server.ts';
import { runMain } from '../testing/run-main.ts';

const data = isolateDataFolder();
let server: TokenServer;
let folder = '';
let script = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'credential option '));
  script = join(folder, 'print.mjs');
  await writeFile(script, `console.log(JSON.stringify({ token: process.argv[2] }))`);
  server = await startTokenServer(({ authorization }) => (authorization === 'Bearer a b' ? 200 : 401));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const threads = (line: string, ...more: readonly string[]) =>
  runMain(['threads', '--server', server.url, '--credential-command', line, ...more]);

it('the command that --credential-command names prints the credential, and nothing of it is stored', async () => {
  const { code, err } = await threads(`"${process.execPath}" "${script}" 'a b'`);
  expect([code, err]).toEqual([0, 'There are no threads.\n']);
  expect(await readdir(data.path).catch(() => [])).not.toContain('credentials.json');
});

it.skipIf(process.platform === 'win32')('a program is named as the shell would find it', async () => {
  await writeFile(join(folder, 'print-here'), `#!/bin/sh\necho '{"token": "a b"}'\n`, { mode: 0o700 });
  const name = relative(process.cwd(), join(folder, 'print-here'));
  expect((await threads(`"${name}"`)).err).toBe('There are no threads.\n');
});

it('a wrong command is reported before anything is sent', async () => {
  const before = server.received.length;
  const { code, err } = await threads('no-such-program-4711');
  expect([code, err]).toEqual([
    expect.any(Number),
    expect.stringContaining('there is no program "no-such-program-4711"'),
  ]);
  expect(code).not.toBe(0);
  expect((await threads('"open')).err).toContain('a quote is not closed');
  expect((await threads('node', '--key-env', 'HOME')).err).toContain('two credentials');
  expect(server.received).toHaveLength(before);
});

it('a stored sign-in is used and renewed, which is stored, and left to the studio while one is open', async () => {
  const oidc = await startOidcServer({ accessTokenSeconds: 20 });
  const graphs = await startTokenServer(async ({ authorization = '' }) =>
    (await oidc.isGood(authorization.replace('Bearer ', ''))) ? 200 : 401,
  );
  const platform = createNodePlatform({
    version: '0.0.0',
    dataFolder: data.path,
    resourcesFolder: '',
    demoServerFolder: '',
    isOpenToNetwork: false,
    log: () => undefined,
  });
  const services = createServices(platform);
  const { signal } = new AbortController();
  const { id } = await services.handlers.calls['connections.save'](
    {
      id: null,
      name: 'Company',
      url: graphs.url,
      key: { change: 'remove' },
      headers: [],
      credential: {
        kind: 'oauth',
        issuer: oidc.issuer,
        endpoints: null,
        clientId: 'studio',
        scope: 'openid offline_access',
        audience: '',
        flow: 'browser',
        storage: 'plain',
      },
    },
    signal,
  );
  for await (const step of services.handlers.streams['connections.signIn']({ connectionId: id }, signal))
    if (step.step === 'browser') await fetch(await signInLikeABrowser(step.url));
  await services.stop();
  try {
    // With less than half a minute left, each command renews it.
    for (let runs = 0; runs < 2; runs += 1) {
      const { code, out, err } = await runMain(['threads', '--server', 'Company']);
      expect([code, err]).toEqual([0, 'There are no threads.\n']);
      expect(out).toBe('');
    }
    expect(oidc.requests.filter((request) => request === 'POST /token')).toHaveLength(3);
    const lock = await lockFolder(data.path, 'a studio');
    const { code, err } = await runMain(['threads', '--server', 'Company']);
    await lock.release();
    expect(err).toContain('the open studio renews it');
    expect(code).not.toBe(0);
  } finally {
    await oidc.close();
    await graphs.close();
  }
});
