import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectionDraft } from '../../shared/model/connection.ts';
import type { CredentialSource, CredentialView, SignInStep } from '../../shared/model/credential.ts';
import {
  signInLikeABrowser,
  startOidcServer,
  type OidcServer,
} from '../../testing/credentials/oidc-server.ts';
import { startTokenServer, type TokenServer } from '../../testing/credentials/token-server.ts';
import { startRealServer, type RealServer } from '../../testing/real-server/real-server.ts';
import { createMemoryPlatform, type MemoryPlatform } from '../../testing/services/memory-platform.ts';
import { createServices, type StudioServices } from '../create-services.ts';

const { signal } = new AbortController();
let platform: MemoryPlatform;
let services: StudioServices;
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'credentials-'));
  platform = await createMemoryPlatform();
  services = createServices(platform);
});
afterEach(async () => {
  await services.stop();
  await platform.dispose();
  await rm(folder, { recursive: true, force: true });
});

const calls = () => services.handlers.calls;

async function restart(): Promise<void> {
  await services.stop();
  services = createServices(platform);
}

function draft(
  url: string,
  credential: CredentialSource,
  more: Partial<ConnectionDraft> = {},
): ConnectionDraft {
  return { id: null, name: 'Graphs', url, key: { change: 'remove' }, headers: [], credential, ...more };
}

async function credentialOf(connectionId: string): Promise<CredentialView | undefined> {
  for await (const { connections } of services.handlers.streams['connections.watch']({}, signal))
    return connections.find(({ id }) => id === connectionId)?.credential;
  return undefined;
}

const check = (connectionId: string) => calls()['connections.check']({ connectionId }, signal);

/** A node script as a credential command. It counts its runs in a file. */
async function command(
  code: string,
): Promise<{ readonly source: CredentialSource; runs(): Promise<number> }> {
  const script = join(folder, `${crypto.randomUUID()}.mjs`);
  const runs = `${script}.runs`;
  await writeFile(
    script,
    `import { appendFileSync, readFileSync } from 'node:fs'; appendFileSync(${JSON.stringify(runs)}, 'x');
    const run = readFileSync(${JSON.stringify(runs)}, 'utf8').length; ${code}`,
  );
  return {
    source: { kind: 'command', command: [process.execPath, script], header: 'x-api-key' },
    runs: async () => (await readFile(runs, 'utf8').catch(() => '')).length,
  };
}

describe('a server whose key comes from a command', () => {
  let graphs: RealServer;
  beforeAll(async () => {
    graphs = await startRealServer({ suite: true, auth: true });
  });
  afterAll(() => graphs.stop());

  it('gets it only after a yes to exactly this command, which is forgotten with any change of it', async () => {
    const { source, runs } = await command(`console.log('{"token":"johndoe"}')`);
    const saved = await calls()['connections.save'](draft(graphs.url, source), signal);
    expect(saved.credential).toMatchObject({ source, status: { state: 'not-allowed' } });
    expect(await check(saved.id)).toMatchObject({
      state: 'needs-key',
      problem: { code: 'credential', details: { credential: 'not-allowed' } },
    });
    expect(await runs()).toBe(0);
    const allowed = draft(graphs.url, source, { id: saved.id, allowsCommand: true });
    await calls()['connections.save'](allowed, signal);
    expect(await check(saved.id)).toMatchObject({ state: 'connected' });
    await restart();
    expect(await check(saved.id)).toMatchObject({ state: 'connected' });
    expect(await credentialOf(saved.id)).toMatchObject({ status: { state: 'ready', expiresAt: null } });
    const count = await runs();
    if (source.kind !== 'command') throw new Error('It is a command.');
    const changed = { ...source, command: [...source.command, '--more'] };
    await calls()['connections.save'](draft(graphs.url, changed, { id: saved.id }), signal);
    expect(await check(saved.id)).toMatchObject({ problem: { details: { credential: 'not-allowed' } } });
    // The same server at another address is another server.
    await calls()['connections.save'](
      draft(graphs.url.replace('127.0.0.1', 'localhost'), source, { id: saved.id }),
      signal,
    );
    expect(await check(saved.id)).toMatchObject({ problem: { details: { credential: 'not-allowed' } } });
    expect(await runs()).toBe(count);
  });

  it('is not asked for its command after its data folder came from another computer', async () => {
    const { source, runs } = await command(`console.log('{"token":"johndoe"}')`);
    const { id } = await calls()['connections.save'](
      draft(graphs.url, source, { allowsCommand: true }),
      signal,
    );
    const file = await readFile(join(platform.dataFolder, 'credentials.json'), 'utf8');
    expect(file).not.toContain(hostname());
    const { allowed } = JSON.parse(file).data.credentials[0];
    expect(allowed).toMatch(/^[0-9a-f]{64}$/);
    const copy = await calls()['connections.duplicate']({ connectionId: id }, signal);
    expect(copy.credential).toMatchObject({ source, status: { state: 'not-allowed' } });
    const before = await runs();
    expect(await check(copy.id)).toMatchObject({ state: 'needs-key' });
    expect(await runs()).toBe(before);
  });

  it('starts it once for requests at the same time, and again after a 401', async () => {
    const { source, runs } = await command(
      `console.log(JSON.stringify({ token: run === 1 ? 'nobody' : 'johndoe' }))`,
    );
    const saved = await calls()['connections.save'](
      draft(graphs.url, source, { allowsCommand: true }),
      signal,
    );
    const list = () => calls()['assistants.list']({ connectionId: saved.id }, signal);
    await Promise.all([list(), list(), list()]);
    expect(await runs()).toBe(2);
    expect(await check(saved.id)).toMatchObject({ state: 'connected' });
    expect(await runs()).toBe(2);
  });

  it('that is refused for ever is not asked in a loop', async () => {
    const { source, runs } = await command(`console.log(JSON.stringify({ token: 'nobody' + run }))`);
    const { id } = await calls()['connections.save'](
      draft(graphs.url, source, { allowsCommand: true }),
      signal,
    );
    for (let index = 0; index < 5; index += 1)
      expect(await check(id)).toMatchObject({ state: 'needs-key', problem: { code: 'unauthorized' } });
    expect(await runs()).toBe(2);
  });

  it('is tested with a yes that is not stored, and the test tells which header the server takes', async () => {
    const { source, runs } = await command(
      `console.log('{"token":"johndoe","expiration":"2999-01-01T00:00:00Z"}')`,
    );
    const refused = await calls()['connections.test'](draft(graphs.url, source), signal);
    expect(refused).toMatchObject({ state: 'needs-key', problem: { code: 'credential' } });
    expect(await runs()).toBe(0);
    const tested = await calls()['connections.test'](
      draft(graphs.url, source, { allowsCommand: true }),
      signal,
    );
    expect(tested).toMatchObject({
      state: 'connected',
      keyHeaders: {
        sent: 'x-api-key',
        without: { outcome: 'refused', status: 401 },
        xApiKey: { outcome: 'accepted', status: 200 },
        authorization: { outcome: 'refused', status: 401 },
        isLangsmithKey: false,
      },
    });
  });

  it('tells what was wrong with the command, and no secret of it', async () => {
    const secret = 'canary-secret-4711-Zq8f';
    const { source } = await command(
      `console.log('{"token":"${secret}"}'); console.error('denied for ${secret}'); process.exit(7)`,
    );
    const { id } = await calls()['connections.save'](
      draft(graphs.url, source, { allowsCommand: true }),
      signal,
    );
    const health = await check(id);
    expect(health.problem).toMatchObject({ message: 'The credential command ended with exit code 7.' });
    expect(JSON.stringify([health, await credentialOf(id), platform.logged])).not.toContain(secret);
  });
});

describe('a server with OAuth', () => {
  let oidc: OidcServer;
  let graphs: TokenServer;
  const bearer = (text: string | undefined): string => (text ?? '').replace(/^Bearer /, '');
  const start = async (options: Parameters<typeof startOidcServer>[0] = {}): Promise<void> => {
    oidc = await startOidcServer(options);
    graphs = await startTokenServer(async ({ authorization }) =>
      (await oidc.isGood(bearer(authorization))) ? 200 : 401,
    );
  };
  afterEach(async () => {
    await oidc.close();
    await graphs.close();
  });
  const oauth = (more: Partial<Extract<CredentialSource, { kind: 'oauth' }>> = {}): CredentialSource => ({
    kind: 'oauth',
    issuer: oidc.issuer,
    endpoints: null,
    clientId: 'studio',
    scope: 'openid offline_access',
    audience: '',
    flow: 'browser',
    storage: 'sealed',
    ...more,
  });
  const save = async (source = oauth()): Promise<string> =>
    (await calls()['connections.save'](draft(graphs.url, source), signal)).id;
  const signIn = async (
    connectionId: string,
    onStep: (step: SignInStep) => Promise<unknown>,
    until = signal,
  ): Promise<string[]> => {
    const steps: string[] = [];
    for await (const step of services.handlers.streams['connections.signIn']({ connectionId }, until)) {
      steps.push(step.step);
      await onStep(step);
    }
    return steps;
  };
  const browse = async (step: SignInStep): Promise<void> => {
    if (step.step !== 'browser') return;
    const redirect = await signInLikeABrowser(step.url);
    expect((await fetch(redirect)).status).toBe(200);
  };

  it('is signed in to by a browser, refreshes before the expiry with rotation, and keeps it over a restart', async () => {
    // With less than half a minute left, a stored token is renewed at each start.
    await start({ accessTokenSeconds: 20 });
    const id = await save();
    expect(await check(id)).toMatchObject({
      state: 'needs-key',
      problem: { message: 'Nobody is signed in to this server.' },
    });
    expect(await signIn(id, browse)).toEqual(['preparing', 'browser', 'done']);
    const tokens = new Set<string>();
    for (let starts = 0; starts < 3; starts += 1) {
      expect(await check(id)).toMatchObject({ state: 'connected' });
      tokens.add(bearer(graphs.received.at(-1)?.authorization));
      await restart();
    }
    expect(tokens.size).toBe(3);
    expect(await check(id)).toMatchObject({ state: 'connected' });
    expect(await credentialOf(id)).toMatchObject({ status: { state: 'ready', problem: null } });
    const onDisk = await readFile(join(platform.dataFolder, 'credentials.json'), 'utf8');
    const visible = JSON.stringify([onDisk, platform.logged, await credentialOf(id)]);
    for (const token of tokens) expect(visible).not.toContain(token);
  });

  it('renews once for all requests when a token is refused, and asks for a sign-in once the refresh token is revoked', async () => {
    oidc = await startOidcServer();
    let refused = '';
    graphs = await startTokenServer(async ({ authorization }) =>
      bearer(authorization) !== refused && (await oidc.isGood(bearer(authorization))) ? 200 : 401,
    );
    const id = await save();
    await signIn(id, browse);
    await check(id);
    refused = bearer(graphs.received.at(-1)?.authorization);
    const before = oidc.requests.length;
    const list = () => calls()['assistants.list']({ connectionId: id }, signal);
    await Promise.all([list(), list(), list()]);
    expect(oidc.requests.slice(before).filter((request) => request === 'POST /token')).toHaveLength(1);
    expect(bearer(graphs.received.at(-1)?.authorization)).not.toBe(refused);
    oidc.revokeAll();
    await restart();
    const health = await check(id);
    expect(health).toMatchObject({
      state: 'needs-key',
      problem: {
        code: 'credential',
        message: 'The sign-in has expired or was revoked.',
        details: { credential: 'signed-out' },
      },
    });
    expect(await credentialOf(id)).toMatchObject({ status: { state: 'signed-out' } });
    expect(await signIn(id, browse)).toContain('done');
    expect(await check(id)).toMatchObject({ state: 'connected' });
    await calls()['connections.signOut']({ connectionId: id }, signal);
    expect(oidc.requests.at(-1)).toBe('POST /token/revocation');
    expect(await check(id)).toMatchObject({ problem: { message: 'Nobody is signed in to this server.' } });
  });

  it('takes no redirect of another sign-in, and none twice', async () => {
    await start();
    const id = await save();
    let redirect = '';
    await signIn(id, async (step) => {
      if (step.step !== 'browser') return;
      redirect = await signInLikeABrowser(step.url);
      const forged = new URL(redirect);
      forged.searchParams.set('state', 'another');
      expect((await fetch(forged)).status).toBe(400);
      forged.searchParams.delete('state');
      expect((await fetch(forged)).status).toBe(400);
      expect((await fetch(new URL('/', redirect))).status).toBe(404);
      expect((await fetch(redirect, { method: 'POST' })).status).toBe(404);
      expect((await fetch(redirect)).status).toBe(200);
      expect((await fetch(redirect).catch(() => null))?.status ?? 400).toBe(400);
    });
    expect(await check(id)).toMatchObject({ state: 'connected' });
    await expect
      .poll(() =>
        fetch(redirect).then(
          () => 'open',
          () => 'closed',
        ),
      )
      .toBe('closed');
  });

  it('says that the sign-in was refused, and stays signed out', async () => {
    await start();
    const id = await save();
    await expect(
      signIn(id, async (step) => {
        if (step.step === 'browser') await fetch(await signInLikeABrowser(step.url, 'no'));
      }),
    ).rejects.toMatchObject({ code: 'credential', message: 'The sign-in was refused.' });
    expect(await credentialOf(id)).toMatchObject({ status: { state: 'signed-out' } });
  });

  it('is signed in to with a code on another device', async () => {
    await start();
    const id = await save(oauth({ flow: 'device', storage: 'session' }));
    const steps = await signIn(id, async (step) => {
      if (step.step !== 'device') return;
      expect(step.userCode).toMatch(/^[A-Z0-9-]{8,}$/);
      expect(step.url).toBe(`${oidc.issuer}/device`);
      const end = await signInLikeABrowser(step.completeUrl ?? '');
      expect(end).toContain('Done.');
    });
    expect(steps).toEqual(['preparing', 'device', 'done']);
    expect(await check(id)).toMatchObject({ state: 'connected' });
    // Kept until the studio closes.
    await restart();
    expect(await check(id)).toMatchObject({ problem: { details: { credential: 'signed-out' } } });
  }, 60_000);

  it('that nobody finishes signing in to closes its port when it is called off', async () => {
    await start();
    const id = await save();
    const abort = new AbortController();
    let port = '';
    await signIn(
      id,
      async (step) => {
        if (step.step !== 'browser') return;
        port = new URL(step.url).searchParams.get('redirect_uri') ?? '';
        abort.abort();
      },
      abort.signal,
    ).catch(() => undefined);
    expect(port).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    await expect
      .poll(() =>
        fetch(port).then(
          () => 'open',
          () => 'closed',
        ),
      )
      .toBe('closed');
    expect(await credentialOf(id)).toMatchObject({ status: { state: 'signed-out' } });
  });

  it('has endpoints of its own where nothing can be discovered, and says so where neither is right', async () => {
    await start();
    const endpoints = {
      authorization: `${oidc.issuer}/auth`,
      token: `${oidc.issuer}/token`,
      device: '',
    };
    const id = await save(oauth({ endpoints }));
    expect(await signIn(id, browse)).toContain('done');
    expect(await check(id)).toMatchObject({ state: 'connected' });
    const wrong = await save(oauth({ issuer: graphs.url }));
    await expect(signIn(wrong, browse)).rejects.toMatchObject({
      code: 'credential',
      message: expect.stringContaining('does not answer like an OAuth server'),
    });
    const nobody = await save(oauth({ issuer: 'http://127.0.0.1:1' }));
    await expect(signIn(nobody, browse)).rejects.toMatchObject({
      code: 'credential',
      message: expect.stringContaining('could not be reached'),
    });
  });
});
