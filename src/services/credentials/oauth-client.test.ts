import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OAuthSource, SignInStep } from '../../shared/model/credential.ts';
import { sendEndlessBody } from '../../testing/fault-servers/endless-body.ts';
import { createScrubber } from '../logging/scrubber.ts';
import { createLogScrubber } from '../scrubbing/log-scrubber.ts';
import { createOAuthClient } from './oauth-client.ts';

const secret = 'Zq8fR2Lx91Wm4Ty7aaPPd0';
let server: Server;
let issuer = '';
/** What the server answers, by path. */
let answers: Record<string, (response: ServerResponse) => void> = {};

const json =
  (value: unknown, status = 200) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

beforeEach(async () => {
  server = createServer((request, response) => {
    request.resume();
    const answer = answers[new URL(request.url ?? '/', issuer).pathname];
    if (answer) answer(response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  answers = { '/.well-known/oauth-authorization-server': json(metadata()) };
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const metadata = () => ({
  issuer,
  token_endpoint: `${issuer}/token`,
  authorization_endpoint: `${issuer}/authorize`,
  device_authorization_endpoint: `${issuer}/device`,
});
const source = (more: Partial<OAuthSource> = {}): OAuthSource => ({
  kind: 'oauth',
  issuer,
  endpoints: null,
  clientId: 'studio',
  scope: '',
  audience: '',
  flow: 'device',
  storage: 'session',
  ...more,
});
const client = (more: Partial<OAuthSource> = {}) =>
  createOAuthClient({
    source: source(more),
    fetch,
    scrub: createLogScrubber(createScrubber()),
    limits: { answerMs: 1_500, signInMs: 3_000 },
  });
const { signal } = new AbortController();
const refresh = (): Promise<unknown> =>
  client()
    .refresh('refresh-4711', signal)
    .catch((error: unknown) => error);
async function signIn(more: Partial<OAuthSource> = {}): Promise<readonly SignInStep[]> {
  const steps: SignInStep[] = [];
  for await (const step of client(more).signIn(signal)) steps.push(step);
  return steps;
}

describe('an authorization server', () => {
  it('that describes itself by RFC 8414 only is found', async () => {
    answers['/token'] = json({ access_token: secret, token_type: 'Bearer', expires_in: 60 });
    expect(await refresh()).toMatchObject({ accessToken: secret, refreshToken: 'refresh-4711' });
  });

  it('whose token expires later than any date has one whose expiry is unknown', async () => {
    answers['/token'] = (response) =>
      void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(`{"access_token":"${secret}","token_type":"Bearer","expires_in":9223372036854775807}`);
    expect(await refresh()).toMatchObject({ accessToken: secret, expiresAt: null });
  });

  it.each<[string, (response: ServerResponse) => void, string]>([
    ['does not answer', () => undefined, 'took too long to answer'],
    [
      'sends without end',
      (response) =>
        void sendEndlessBody(
          response.writeHead(200, { 'content-type': 'application/json' }),
          Buffer.alloc(10_000, 'x'),
        ),
      'larger than 256 kB',
    ],
    [
      'sends a page',
      (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>${secret}`),
      'does not answer like an OAuth server',
    ],
    [
      'sends broken JSON',
      (response) =>
        void response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(`{"access_token":"${secret}`),
      'does not answer like an OAuth server',
    ],
    ['sends something else', json([secret]), 'does not answer like an OAuth server'],
    ['sends a token of another kind', json({ access_token: secret, token_type: 'mac' }), ''],
    [
      'redirects to another server',
      (response) => void response.writeHead(307, { location: 'http://127.0.0.2:1/' }).end(),
      'does not answer like an OAuth server',
    ],
    [
      'refuses',
      json({ error: 'invalid_client', error_description: `no ${secret}` }, 400),
      'does not know this client ID',
    ],
    ['fails', (response) => void response.writeHead(500).end(secret), 'does not answer like an OAuth server'],
  ])('that %s at its token endpoint is reported without its secrets', async (_what, answer, message) => {
    answers['/token'] = answer;
    const error = await refresh();
    expect(error).toMatchObject({ code: 'credential', message: expect.stringContaining(message) });
    const { message: text, hint, details } = error as { message: string; hint: unknown; details: object };
    expect(JSON.stringify([text, hint, details])).not.toContain('refresh-4711');
    expect(JSON.stringify([text, hint])).not.toContain(secret);
    expect(details).not.toHaveProperty('credential');
  });

  it('that refuses a refresh token wants a sign-in', async () => {
    answers['/token'] = json({ error: 'invalid_grant' }, 400);
    expect(await refresh()).toMatchObject({
      message: 'The sign-in has expired or was revoked.',
      details: { credential: 'signed-out', error: 'invalid_grant' },
    });
  });

  it.each(['javascript:alert(1)', 'http://login.example.com/device', 'https://user:pass@login.example.com/'])(
    'can not make a person open %s',
    async (address) => {
      answers['/device'] = json({
        device_code: secret,
        user_code: 'ABCD',
        verification_uri: address,
        expires_in: 60,
      });
      await expect(signIn()).rejects.toMatchObject({ code: 'invalid-input' });
    },
  );

  it('whose code nobody enters in time ends the sign-in', async () => {
    answers['/device'] = json({
      device_code: secret,
      user_code: 'AB\u202ECD',
      verification_uri: 'https://login.example.com/device',
      expires_in: 2,
      interval: 1,
    });
    answers['/token'] = json({ error: 'authorization_pending' }, 400);
    const steps: SignInStep[] = [];
    const running = (async () => {
      for await (const step of client().signIn(signal)) steps.push(step);
    })();
    await expect(running).rejects.toMatchObject({ code: 'credential' });
    expect(steps).toMatchObject([{ step: 'device', userCode: 'AB?CD' }]);
  });

  it('without the endpoint that a sign-in needs is reported', async () => {
    const { device_authorization_endpoint: _device, ...rest } = metadata();
    answers['/.well-known/oauth-authorization-server'] = json(rest);
    await expect(signIn()).rejects.toMatchObject({ code: 'credential' });
  });

  it('elsewhere is not asked over plain http', async () => {
    await expect(signIn({ issuer: 'http://login.example.com' })).rejects.toMatchObject({
      code: 'credential',
    });
  });

  it('that names another issuer than its own is not believed', async () => {
    answers['/.well-known/oauth-authorization-server'] = json({
      ...metadata(),
      issuer: 'https://login.example.com',
    });
    await expect(signIn()).rejects.toMatchObject({ code: 'credential' });
  });
});
