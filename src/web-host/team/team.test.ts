import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StudioHandlers } from '../../shared/contract.ts';
import { sendRaw, sendRequest } from '../../testing/fault-servers/raw-http.ts';
import { stubHandlers } from '../../testing/renderer/stub-handlers.ts';
import { startSignInProxy } from '../../testing/team/sign-in-proxy.ts';
import { createTokenIssuer } from '../../testing/team/token-issuer.ts';
import { closeCodes } from '../socket-server.ts';
import {
  cookieOf,
  header,
  servicesWith,
  startTestTeam,
  type TestTeam,
  type TestWindow,
} from './test-team.ts';

const issuer = await createTokenIssuer();

let testTeam: TestTeam;
let { folder, proxy, team, host, signIn, openSession, openWindow } = {} as TestTeam;
const called: string[] = [];

/** Stub handlers that say what reached them. */
function handlers(): StudioHandlers {
  const stub = stubHandlers();
  const calls = Object.fromEntries(
    Object.entries(stub.calls).map(([name, call]) => [
      name,
      (input: never, signal: AbortSignal) => {
        called.push(name);
        return call(input, signal);
      },
    ]),
  );
  return { ...stub, calls: calls as unknown as StudioHandlers['calls'] };
}

beforeEach(async () => {
  testTeam = await startTestTeam({
    proxy: await startSignInProxy(header),
    issuer,
    handlers: handlers(),
    servicesOf: servicesWith(stubHandlers()),
  });
  ({ folder, proxy, team, host, signIn, openSession, openWindow } = testTeam);
});
afterEach(async () => {
  called.splice(0);
  await testTeam[Symbol.asyncDispose]();
});

const thread = { connectionId: 'demo', threadId: 'thread-1' };

/** The first item of a thread's viewers that is accepted. */
async function viewersWhen(
  rpc: TestWindow['rpc'],
  accept: (names: readonly string[]) => boolean,
): Promise<readonly string[]> {
  const leave = new AbortController();
  for await (const { names } of rpc.open('team.viewers', thread, leave.signal))
    if (accept(names)) return names;
  throw new Error('The stream has ended.');
}

describe('behind a proxy that signs users in', () => {
  it('a member gets the page, a session and a window with name and role, without any code', async () => {
    await signIn('ada', 'agents');
    const page = await fetch(proxy.origin, { headers: cookieOf('ada') });
    expect(page.status).toBe(200);
    const { rpc } = await openWindow('ada');
    expect(await rpc.call('team.member', {})).toMatchObject({ member: { name: 'Name of ada', role: 'run' } });
    expect(host.studio.freshAddress()).toBe(proxy.origin);
  });

  it('a tab keeps its session, and the token of one member opens no window of another', async () => {
    await signIn('ada', 'agents');
    await signIn('eve', 'owners');
    const { token } = await openSession('ada');
    expect((await openSession('ada', { token })).token).toBe(token);
    expect((await openSession('eve', { token })).token).not.toBe(token);
    const stolen = await openWindow('eve', token);
    expect(stolen.ready).toBe(false);
    expect((await stolen.closed)[0]).toBe(closeCodes.unauthorized);
    expect((await openWindow('ada', token)).ready).toBe(true);
  });

  it('a member ends only their own other sessions', async () => {
    await signIn('ada', 'agents');
    await signIn('bob', 'agents');
    const [first, second, other] = [
      await openWindow('ada'),
      await openWindow('ada'),
      await openWindow('bob'),
    ];
    expect(await first.rpc.call('sessions.countOthers', {})).toEqual({ others: 1 });
    expect(await first.rpc.call('sessions.endOthers', {})).toEqual({ ended: 1 });
    expect((await second.closed)[0]).toBe(closeCodes.unauthorized);
    expect(await other.rpc.call('sessions.countOthers', {})).toEqual({ others: 0 });
  });

  it('a window ends with its token, and opens again with the next one', async () => {
    // Accepted for some 30 s more.
    await signIn('ada', 'agents', { seconds: -27 });
    const window = await openWindow('ada');
    expect((await window.closed)[0]).toBe(closeCodes.signInEnded);
    await signIn('ada', 'owners');
    const again = await openWindow('ada');
    expect(await again.rpc.call('team.member', {})).toMatchObject({ member: { role: 'edit' } });
  });

  it('the proxy’s own answer reaches those whose sign-in has ended', async () => {
    const answer = await fetch(proxy.origin, { headers: cookieOf('nobody'), redirect: 'manual' });
    expect(answer.status).toBe(302);
  });
});

describe('a client that goes around the proxy', () => {
  const named = {
    'x-forwarded-user': 'ada',
    'x-forwarded-groups': 'owners',
    'x-forwarded-email': 'ada@example.com',
  };

  it('gets nothing without a token, whatever headers name a user', async () => {
    for (const path of ['/', '/index.html', '/assets/index.js', '/nothing']) {
      expect((await sendRequest(host.port, 'GET', path, named)).status).toBe(401);
    }
    const json = { ...named, origin: host.origin, 'content-type': 'application/json' };
    expect((await sendRequest(host.port, 'POST', '/session', json, '{}')).status).toBe(401);
    const upgrade = {
      ...named,
      origin: host.origin,
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    };
    expect((await sendRequest(host.port, 'GET', '/socket', upgrade)).status).toBe(401);
  });

  it('gets nothing with a code or a forged token, nor with a valid one twice', async () => {
    const forger = await createTokenIssuer('first');
    const forged = await forger.token({ sub: 'ada', groups: ['owners'] });
    expect((await sendRequest(host.port, 'GET', '/', { [header]: forged })).status).toBe(401);
    const valid = await signIn('ada', 'agents');
    const twice = `GET / HTTP/1.1\r\nhost: 127.0.0.1:${host.port}\r\nconnection: close\r\n${header}: ${valid}\r\n${header}: ${valid}\r\n\r\n`;
    expect((await sendRaw(host.port, twice)).status).toBe(401);
    expect(
      (await sendRequest(host.port, 'GET', '/', { [header]: `${valid}${'A'.repeat(20_000)}` })).status,
    ).toBe(401);
    expect((await sendRequest(host.port, 'GET', '/', { [header]: 'A'.repeat(70_000) })).status).toBe(431);
    expect((await sendRequest(host.port, 'GET', '/', { [header]: valid })).status).toBe(200);
  });

  it('is still refused by the guard for another host, another site or another origin', async () => {
    const token = await signIn('ada', 'agents');
    const get = (headers: Record<string, string>) =>
      sendRequest(host.port, 'GET', '/', { [header]: token, ...headers });
    expect((await get({ host: 'evil.test' })).status).toBe(421);
    expect((await get({ origin: 'https://evil.test' })).status).toBe(403);
    expect((await get({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });
});

describe('what a role allows', () => {
  it('those who may look read, and are refused before anything reaches a service', async () => {
    await signIn('eve', 'others');
    const { rpc } = await openWindow('eve');
    expect(await rpc.call('connections.findLocal', {}).catch((error: unknown) => error)).toMatchObject({
      code: 'forbidden',
      message: 'Only the one who runs this studio can do this, on its computer.',
    });
    expect(await rpc.call('webhooks.clear', {}).catch((error: unknown) => error)).toMatchObject({
      code: 'forbidden',
      message: 'Your role is look. This needs the role edit.',
      details: { role: 'look', needs: 'edit' },
    });
    await rpc.call('app.info', {});
    expect(called).toEqual(['app.info']);
    const projects = rpc.open('projects.watch', {})[Symbol.asyncIterator]();
    await expect(projects.next()).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('a window is told its role together with the servers, so that it can say beforehand what is refused', async () => {
    await signIn('bob', 'agents');
    const { rpc } = await openWindow('bob');
    const servers = rpc.open('connections.watch', {})[Symbol.asyncIterator]();
    expect(await servers.next()).toMatchObject({ value: { role: 'run' } });
    await servers.return?.();
  });

  it('the highest role opens no port of the host and starts no program there', async () => {
    await signIn('owner', 'owners');
    const { rpc } = await openWindow('owner');
    const refusal = {
      code: 'forbidden',
      message: 'Only the one who runs this studio can do this, on its computer.',
    };
    await expect(rpc.call('webhooks.setListener', { enabled: true })).rejects.toMatchObject(refusal);
    await expect(rpc.call('demoServer.restart', {})).rejects.toMatchObject(refusal);
    expect(called).toEqual([]);
  });

  it('every call with a role is refused to those below it, by the host', async () => {
    await signIn('eve', 'others');
    await signIn('bob', 'agents');
    const [look, run] = [await openWindow('eve'), await openWindow('bob')];
    const target = { connectionId: 'demo', threadId: 't', runId: 'r' };
    const cancel = { ...target, action: 'interrupt' as const };
    await expect(look.rpc.call('runs.cancel', cancel)).rejects.toMatchObject({ code: 'forbidden' });
    expect(called).not.toContain('runs.cancel');
    await run.rpc.call('runs.cancel', cancel).catch(() => undefined);
    expect(called).toContain('runs.cancel');
    await expect(run.rpc.call('runs.delete', target)).rejects.toMatchObject({ code: 'forbidden' });
    expect(called).not.toContain('runs.delete');
  });

  it('changes and refusals are in the audit log with who, what and where, and without any value', async () => {
    await signIn('eve', 'others');
    await signIn('owner', 'owners');
    const [look, edit] = [await openWindow('eve'), await openWindow('owner')];
    const input = { connectionId: 'demo', threadId: 'thread-1', metadataText: '{"secret":"value"}' };
    await look.rpc.call('threads.update', input).catch(() => undefined);
    await edit.rpc.call('threads.update', input).catch(() => undefined);
    await edit.rpc.call('connections.reorder', { connectionIds: [] });
    await edit.rpc.call('app.info', {});
    await team.close();
    const text = await readFile(join(folder, 'logs', 'audit.jsonl'), 'utf8');
    expect(text).not.toContain('secret');
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toEqual([
      {
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        subject: 'eve',
        name: 'Name of eve',
        role: 'look',
        call: 'threads.update',
        server: { id: 'demo', name: 'Staging' },
        targets: { threadId: 'thread-1' },
        outcome: 'refused',
        code: 'forbidden',
      },
      expect.objectContaining({ subject: 'owner', role: 'edit', outcome: 'failed', code: 'not-found' }),
      expect.objectContaining({ call: 'connections.reorder', server: null, outcome: 'done', code: null }),
    ]);
  });
});

describe('what only a member has', () => {
  it('drafts of one are not those of another, and outlive the host', async () => {
    await signIn('ada', 'agents');
    await signIn('bob', 'others');
    const [ada, bob] = [await openWindow('ada'), await openWindow('bob')];
    await ada.rpc.call('storage.write', { key: 'draft', text: 'of Ada' });
    await bob.rpc.call('storage.write', { key: 'draft', text: 'of Bob' });
    const textsOf = async (window: typeof ada) =>
      (await window.rpc.call('storage.read', { after: null })).texts;
    expect(await textsOf(ada)).toEqual([{ key: 'draft', text: 'of Ada' }]);
    expect(await textsOf(bob)).toEqual([{ key: 'draft', text: 'of Bob' }]);
    expect(called).not.toContain('storage.write');
  });
});

describe('who else looks at a thread', () => {
  it('names come with a window and go with it, once for each member', async () => {
    await signIn('ada', 'agents');
    await signIn('bob', 'others');
    const ada = await openWindow('ada');
    const [bob, bobAgain] = [await openWindow('bob'), await openWindow('bob')];
    const waiting = viewersWhen(ada.rpc, (names) => names.length > 0);
    const watch = async (window: typeof bob): Promise<void> => {
      await viewersWhen(window.rpc, () => false).catch(() => undefined);
    };
    void watch(bob);
    void watch(bobAgain);
    expect(await waiting).toEqual(['Name of bob']);
    expect(await viewersWhen(bob.rpc, (names) => names.length === 0)).toEqual([]);
    bob.socket.terminate();
    bobAgain.socket.terminate();
    expect(await viewersWhen(ada.rpc, (names) => names.length === 0)).toEqual([]);
  });
});
