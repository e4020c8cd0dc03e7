import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryVault } from '../../testing/services/memory-vault.ts';
import { createSecretStore } from '../connections/secret-store.ts';
import { createScrubber } from '../logging/scrubber.ts';
import { createDocumentStore } from '../storage/document-store.ts';
import type { JsonDocument } from '../storage/json-document.ts';
import {
  createCredentials,
  type CredentialOwner,
  type Credentials,
  type WithStoredCredentials,
} from './create-credentials.ts';
import { credentialsDocument, type StoredCredentials } from './stored-credentials.ts';

const { signal } = new AbortController();
const owner: CredentialOwner = {
  connectionId: 'staging',
  origin: 'https://graphs.example.com',
  trust: { caText: '', insecure: false },
};
const scrubber = createScrubber();
const secrets = createSecretStore({ vault: createMemoryVault(), scrubber });

let folder = '';
let server: Server;
let issuer = '';
// The account that signs in next, and how long its first access token lives.
let account = { name: 'ada', seconds: 10 };
let refusesRefresh = false;
let onRefresh: () => Promise<void>;
let revoked: (string | null)[] = [];
const opened: Credentials[] = [];
let document: JsonDocument<StoredCredentials>;
let credentials: Credentials;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'create-credentials-'));
  account = { name: 'ada', seconds: 10 };
  refusesRefresh = false;
  onRefresh = () => Promise.resolve();
  revoked = [];
  server = createServer((request, response) => {
    const answer = async (): Promise<readonly [number, unknown]> => {
      const body = new URLSearchParams(await text(request));
      if (request.url === '/.well-known/oauth-authorization-server') return [200, metadata()];
      if (request.url === '/revoke') {
        revoked.push(body.get('token'));
        return [200, {}];
      }
      if (request.url !== '/token') return [404, {}];
      const { name, seconds } = account;
      if (body.get('grant_type') !== 'refresh_token') return [200, tokens(name, seconds)];
      await onRefresh();
      return refusesRefresh
        ? [400, { error: 'invalid_grant' }]
        : [200, tokens(`renewed-${body.get('refresh_token')}`, 3600)];
    };
    void answer().then(([status, value]) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  document = await openDocument();
  credentials = open(document, null);
});
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

const openDocument = () => createDocumentStore({ folder }).open(credentialsDocument);
const metadata = () => ({
  issuer,
  token_endpoint: `${issuer}/token`,
  authorization_endpoint: `${issuer}/authorize`,
  revocation_endpoint: `${issuer}/revoke`,
});
const tokens = (name: string, seconds: number) => ({
  access_token: `access-${name}`,
  refresh_token: `refresh-${name}`,
  token_type: 'Bearer',
  expires_in: seconds,
});

function open(
  from: JsonDocument<StoredCredentials>,
  withStoredCredentials: WithStoredCredentials | null,
): Credentials {
  const created = createCredentials({
    platform: { proxyFor: () => Promise.resolve(null), isOpenToNetwork: false },
    document: from,
    withStoredCredentials,
    secrets,
    scrubber,
    onChange: () => undefined,
  });
  opened.push(created);
  return created;
}

const save = (storage: 'session' | 'sealed', clientId = 'studio') =>
  credentials.save(
    owner,
    {
      kind: 'oauth',
      issuer,
      endpoints: null,
      clientId,
      scope: '',
      audience: '',
      flow: 'browser',
      storage,
    },
    false,
  );

async function signIn(name: string, seconds: number): Promise<void> {
  account = { name, seconds };
  for await (const step of credentials.signIn(owner, signal)) {
    if (step.step !== 'browser') continue;
    const { searchParams } = new URL(step.url);
    const redirect = new URL(searchParams.get('redirect_uri') ?? '');
    redirect.search = new URLSearchParams({ code: '1', state: searchParams.get('state') ?? '' }).toString();
    await fetch(redirect);
  }
}

/** The `Authorization` of a request, or why there is none. */
const authorization = (from = credentials): Promise<string | undefined> =>
  from
    .of(owner)
    ?.headers(null)
    .then(
      (headers) => headers['authorization'],
      (error: unknown) => String(error),
    ) ?? Promise.resolve(undefined);

const storedTokens = (from = document) => from.value().credentials[0]?.tokens;

/** Sends a request whose renewal has reached the authorization server, which answers it after `answer`. */
async function startRenewal() {
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  const received = new Promise<void>((resolve) => {
    onRefresh = () => {
      resolve();
      return held;
    };
  });
  const request = authorization();
  await received;
  return { answer, request };
}

describe('a renewal that is answered', () => {
  it('after a sign-out does not sign in again, and its tokens are revoked', async () => {
    await save('sealed');
    await signIn('ada', 10);
    const { answer, request } = await startRenewal();
    await credentials.signOut(owner, signal);
    answer();
    expect(await request).toContain('Nobody is signed in to this server.');
    expect(storedTokens()).toBeNull();
    expect(credentials.view('staging')).toMatchObject({ status: { state: 'signed-out' } });
    expect(await authorization()).toContain('Nobody is signed in to this server.');
    await expect.poll(() => revoked).toEqual(['refresh-ada', 'refresh-renewed-refresh-ada']);
  });

  it.each([
    ['with new tokens', false],
    ['with a refusal', true],
  ])('%s after somebody else has signed in changes nothing of that sign-in', async (_answer, isRefused) => {
    refusesRefresh = isRefused;
    await save('session');
    await signIn('ada', 10);
    const { answer, request } = await startRenewal();
    await signIn('grace', 3600);
    const before = storedTokens();
    answer();
    expect(await request).toBe('Bearer access-grace');
    expect(storedTokens()).toEqual(before);
    expect(await authorization()).toBe('Bearer access-grace');
    expect(await authorization(open(document, null))).toBe('Bearer access-grace');
    expect(revoked).toEqual([]);
  });

  it('after a sign-in with other settings does not get the tokens of those', async () => {
    await save('session');
    await signIn('ada', 10);
    const { answer, request } = await startRenewal();
    await save('session', 'another-client');
    await signIn('grace', 3600);
    answer();
    expect(await request).toContain('Nobody is signed in to this server.');
    expect(await authorization()).toBe('Bearer access-grace');
  });

  it('is stored if nobody has signed out or in meanwhile', async () => {
    await save('session');
    await signIn('ada', 10);
    const { answer, request } = await startRenewal();
    answer();
    expect(await request).toBe('Bearer access-renewed-refresh-ada');
    expect(await authorization(open(document, null))).toBe('Bearer access-renewed-refresh-ada');
  });

  it('is stored although the studio was closed meanwhile', async () => {
    await save('sealed');
    await signIn('ada', 10);
    const { answer, request } = await startRenewal();
    const isClosed = credentials.close();
    answer();
    await isClosed;
    expect(await request).toBe('Bearer access-renewed-refresh-ada');
    expect(await authorization(open(document, null))).toBe('Bearer access-renewed-refresh-ada');
  });
});

it('a sign-in during which the settings were changed says that it was not stored', async () => {
  await save('session');
  const steps: string[] = [];
  const signedIn = (async () => {
    for await (const step of credentials.signIn(owner, signal)) {
      steps.push(step.step);
      if (step.step !== 'browser') continue;
      await save('session', 'another-client');
      const { searchParams } = new URL(step.url);
      const redirect = new URL(searchParams.get('redirect_uri') ?? '');
      redirect.search = new URLSearchParams({ code: '1', state: searchParams.get('state') ?? '' }).toString();
      await fetch(redirect);
    }
  })();
  await expect(signedIn).rejects.toMatchObject({
    code: 'credential',
    message: 'The settings of the server were changed during the sign-in, so it was not stored.',
  });
  expect(steps).not.toContain('done');
  expect(storedTokens()).toBeNull();
  await expect.poll(() => revoked).toEqual(['refresh-ada']);
});

it('settings that are saved while renewed tokens are written keep those', async () => {
  await save('session');
  await signIn('ada', 10);
  const { answer, request } = await startRenewal();
  // The renewal is written, and the settings are saved before anybody can read what it wrote.
  let saved: Promise<void> | null = null;
  const update = document.update.bind(document);
  vi.spyOn(document, 'update').mockImplementationOnce((toNext) => {
    const written = update(toNext);
    saved = save('session');
    return written;
  });
  answer();
  expect(await request).toBe('Bearer access-renewed-refresh-ada');
  await saved;
  expect(await authorization(open(document, null))).toBe('Bearer access-renewed-refresh-ada');
});

it('stored tokens that expire later than any date are used, and their expiry is unknown', async () => {
  await save('session');
  const value = '{"accessToken":"access-ada","refreshToken":null,"expiresAt":9223372036854775807000}';
  await document.update(({ credentials: [stored] }) => ({
    credentials: stored ? [{ ...stored, tokens: { place: 'plain', value } }] : [],
  }));
  expect(await authorization()).toBe('Bearer access-ada');
  expect(credentials.view('staging')).toMatchObject({ status: { state: 'ready', expiresAt: null } });
});

it('a program with a copy of the sign-ins does not renew one that was signed out since', async () => {
  await save('sealed');
  await signIn('ada', 10);
  const copied = open(await openDocument(), (work) => work(document));
  await credentials.signOut(owner, signal);
  expect(await authorization(copied)).toContain('Nobody is signed in to this server.');
  expect(storedTokens(await openDocument())).toBeNull();
});
