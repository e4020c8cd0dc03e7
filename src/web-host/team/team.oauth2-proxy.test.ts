import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { contractName } from '../../shared/contract-name.ts';
import type { StudioContract } from '../../shared/contract.ts';
import { createRpcClient } from '../../shared/rpc/client.ts';
import { freePort } from '../../testing/python-server/python-process.mjs';
import { stubHandlers } from '../../testing/renderer/stub-handlers.ts';
import { startOidcIssuer, type Account, type OidcIssuer } from '../../testing/team/oidc-issuer.ts';
import { startOauth2Proxy } from '../../testing/team/start-oauth2-proxy.ts';
import { createTokenIssuer } from '../../testing/team/token-issuer.ts';
import { createSocketPort } from '../socket-port.ts';
import { startTestHost, type TestHost } from '../test-host.ts';
import { createTeam } from './create-team.ts';
import { signatureAlgorithms } from './team-options.ts';
import { slowness } from '../../testing/slowness.ts';
import { servicesWith } from './test-team.ts';

// Ended in reverse order.
const ending: (() => unknown)[] = [];
let origin: string;
let issuer: OidcIssuer;
let host: TestHost;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'oauth2-proxy-'));
  ending.push(() => rm(folder, { recursive: true }));
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  const client = { id: 'studio', secret: 'secret-of-the-proxy', redirectUri: `${origin}/oauth2/callback` };
  issuer = await startOidcIssuer(client);
  ending.push(() => issuer[Symbol.asyncDispose]());
  const team = createTeam({
    dataFolder: folder,
    log: () => undefined,
    serverName: () => Promise.resolve(null),
    servicesOf: servicesWith(stubHandlers()),
    options: {
      publicOrigin: origin,
      hosts: [],
      header: 'authorization',
      issuer: issuer.url,
      audience: [client.id],
      algorithms: [...signatureAlgorithms],
      nameClaim: 'name',
      groupsClaim: 'groups',
      roles: { look: [], run: ['agents'], edit: ['owners'] },
      keys: { url: issuer.keysUrl },
    },
  });
  ending.push(() => team.close());
  host = await startTestHost({ team, handlers: stubHandlers() });
  ending.push(() => host[Symbol.asyncDispose]());
  const proxy = await startOauth2Proxy({ port, issuer: issuer.url, client, studioPort: host.port });
  ending.push(() => proxy[Symbol.asyncDispose]());
}, 20_000 * slowness());
afterAll(async () => {
  for (const end of ending.toReversed()) await end();
});

/** Follows redirects through the issuer and back, as a browser does, and returns the page with the cookies of the proxy. */
async function signIn(account: Account): Promise<{ readonly status: number; readonly cookie: string }> {
  issuer.next = account;
  const jars = new Map<string, Map<string, string>>();
  let url = `${origin}/`;
  for (let hops = 0; hops < 15; hops += 1) {
    const jar = jars.get(new URL(url).host) ?? new Map<string, string>();
    jars.set(new URL(url).host, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie, accept: 'text/html' } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null) return { status: answer.status, cookie };
    url = new URL(location, url).href;
  }
  throw new Error('The sign-in does not end.');
}

const ada: Account = { sub: 'ada', name: 'Ada Lovelace', groups: ['agents'] };

async function openSession(headers: Record<string, string>): Promise<Response> {
  return fetch(`${origin}/session`, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...headers, origin, 'content-type': 'application/json' },
    body: '{}',
  });
}

/** A window that sends these headers, through the proxy. */
async function openWindow(headers: Record<string, string>) {
  const session = (await (await openSession(headers)).json()) as { readonly token: string };
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/socket`, { headers: { ...headers, origin } });
  await once(socket, 'open');
  const ready = once(socket, 'message');
  socket.send(JSON.stringify({ type: 'auth', token: session.token }));
  await ready;
  const rpc = createRpcClient<StudioContract>(createSocketPort(socket), contractName);
  return { rpc, close: () => socket.terminate() };
}

async function forgedToken(): Promise<string> {
  const forger = await createTokenIssuer();
  return forger.token({ sub: 'ada', groups: ['owners'] }, { issuer: issuer.url, audience: 'studio' });
}

describe('a team behind OAuth2 Proxy', () => {
  it('a member who signed in there gets the page, and a window with their name and role', async () => {
    const { status, cookie } = await signIn(ada);
    expect(status).toBe(200);
    const { rpc, close } = await openWindow({ cookie });
    expect(await rpc.call('team.member', {})).toMatchObject({
      member: { name: 'Ada Lovelace', role: 'run' },
    });
    const refused = rpc.call('webhooks.clear', {});
    await expect(refused).rejects.toMatchObject({ code: 'forbidden', details: { needs: 'edit' } });
    close();
  });

  it('somebody without a group that has a role signs in, and gets no studio', async () => {
    const { status } = await signIn({ sub: 'eve', name: 'Eve', groups: ['visitors'] });
    expect(status).toBe(403);
  });

  it('forged headers get nothing through the proxy', async () => {
    const forgeries: readonly Record<string, string>[] = [
      { authorization: `Bearer ${await forgedToken()}` },
      { 'x-forwarded-user': 'ada', 'x-forwarded-groups': 'owners' },
    ];
    for (const headers of forgeries) {
      const answer = await openSession(headers);
      expect([302, 401, 403]).toContain(answer.status);
      expect(await answer.text()).not.toContain('proof');
    }
  });

  it('a member can not promote themselves with forged headers', async () => {
    const { cookie } = await signIn(ada);
    const { rpc, close } = await openWindow({
      cookie,
      authorization: `Bearer ${await forgedToken()}`,
      'x-forwarded-groups': 'owners',
    });
    expect(await rpc.call('team.member', {})).toMatchObject({ member: { role: 'run' } });
    close();
  });

  it('a client that goes around the proxy gets nothing with what it can forge', async () => {
    const { cookie } = await signIn(ada);
    const forgeries: readonly Record<string, string>[] = [
      { cookie },
      { authorization: `Bearer ${await forgedToken()}` },
      { 'x-forwarded-user': 'ada' },
    ];
    for (const headers of forgeries) expect((await fetch(host.origin, { headers })).status).toBe(401);
  });
});
