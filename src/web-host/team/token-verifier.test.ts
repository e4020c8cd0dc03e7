import { describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { createHmac, createPublicKey } from 'node:crypto';
import { base64url, generateKeyPair, SignJWT } from 'jose';
import { createTokenIssuer, type TokenIssuer } from '../../testing/team/token-issuer.ts';
import { signatureAlgorithms, type TeamOptions } from './team-options.ts';
import { createTokenVerifier, type IdentityVerdict } from './token-verifier.ts';

const issuer = await createTokenIssuer();
const header = 'x-forwarded-access-token';

function optionsOf(overrides: Partial<TeamOptions> = {}): TeamOptions {
  return {
    publicOrigin: 'https://studio.example.com',
    hosts: [],
    header,
    issuer: issuer.issuer,
    audience: [issuer.audience],
    algorithms: [...signatureAlgorithms],
    nameClaim: 'name',
    groupsClaim: 'groups',
    roles: { look: ['*'], run: ['agents'], edit: ['owners'] },
    keys: { set: { keys: issuer.keySet.keys.map((key) => ({ kty: 'EC', ...key })) } },
    ...overrides,
  };
}

const verify = createTokenVerifier(optionsOf());
const statusOf = (verdict: IdentityVerdict): number => ('refusal' in verdict ? verdict.refusal.status : 200);
const ada = { sub: 'ada', name: 'Ada Lovelace', groups: ['agents', 'others'] };

/** The parts of a token, to forge others of them. */
async function partsOf(from: TokenIssuer = issuer): Promise<readonly [string, string, string]> {
  const [head = '', body = '', signature = ''] = (await from.token(ada)).split('.');
  return [head, body, signature];
}
const encoded = (value: object): string => base64url.encode(JSON.stringify(value));

describe('a token of the issuer', () => {
  it('says who somebody is, and the highest role of their groups', async () => {
    const verdict = await verify([header, await issuer.token(ada)]);
    expect(verdict).toMatchObject({ identity: { subject: 'ada', name: 'Ada Lovelace', role: 'run' } });
    const owner = await verify([header, await issuer.token({ sub: 'grace', groups: ['owners', 'agents'] })]);
    // Without a name, the subject is shown.
    expect(owner).toMatchObject({ identity: { name: 'grace', role: 'edit' } });
    const anybody = await verify([header, await issuer.token({ sub: 'alan', groups: 'none' })]);
    expect(anybody).toMatchObject({ identity: { role: 'look' } });
  });

  it('is taken from an Authorization header as a Bearer token only', async () => {
    const byBearer = createTokenVerifier(optionsOf({ header: 'authorization' }));
    const token = await issuer.token(ada);
    expect(statusOf(await byBearer(['Authorization', `Bearer ${token}`]))).toBe(200);
    expect(statusOf(await byBearer(['Authorization', token]))).toBe(401);
    expect(statusOf(await byBearer(['Authorization', `Basic ${token}`]))).toBe(401);
  });

  it('of a person without a group that has a role is refused with 403', async () => {
    const strict = createTokenVerifier(optionsOf({ roles: { look: [], run: ['agents'], edit: [] } }));
    expect(statusOf(await strict([header, await issuer.token({ sub: 'eve', groups: ['others'] })]))).toBe(
      403,
    );
    expect(statusOf(await strict([header, await issuer.token(ada)]))).toBe(200);
  });

  it('names one folder for a subject, whatever the name in it', async () => {
    const ownerOf = async (claims: object): Promise<string> => {
      const verdict = await verify([header, await issuer.token({ ...claims })]);
      return 'identity' in verdict ? verdict.identity.owner : '';
    };
    expect(await ownerOf({ sub: 'ada', name: 'A' })).toBe(await ownerOf({ sub: 'ada', name: 'B' }));
    expect(await ownerOf({ sub: 'ada' })).not.toBe(await ownerOf({ sub: '../ada' }));
    expect(await ownerOf({ sub: '../ada' })).toMatch(/^[0-9a-f]{40}$/);
  });
});

describe('what is no valid token lets nobody in', () => {
  it('no header, and headers that only name a user', async () => {
    expect(statusOf(await verify([]))).toBe(401);
    const named = [
      'X-Forwarded-User',
      'ada',
      'X-Auth-Request-Groups',
      'owners',
      'X-Forwarded-Email',
      'ada@example.com',
    ];
    expect(statusOf(await verify(named))).toBe(401);
  });

  it('two headers, of which one is valid, in either order and any case', async () => {
    const token = await issuer.token(ada);
    for (const headers of [
      [header, token, 'X-Forwarded-Access-Token', 'forged'],
      ['X-FORWARDED-ACCESS-TOKEN', 'forged', header, token],
      [header, token, header, token],
    ])
      expect(statusOf(await verify(headers))).toBe(401);
    expect(statusOf(await verify([header, `${token}, ${token}`]))).toBe(401);
  });

  it('an algorithm of none', async () => {
    const [, body] = await partsOf();
    for (const alg of ['none', 'None', 'NONE', ''])
      expect(statusOf(await verify([header, `${encoded({ alg, kid: 'first' })}.${body}.`]))).toBe(401);
  });

  it('HS256 with the public key as the shared secret', async () => {
    const [, body] = await partsOf();
    const key = issuer.keySet.keys[0] ?? {};
    const pem = createPublicKey({ key: { kty: 'EC', ...key }, format: 'jwk' }).export({
      type: 'spki',
      format: 'pem',
    });
    const head = encoded({ alg: 'HS256', kid: 'first', typ: 'JWT' });
    for (const secret of [pem, JSON.stringify(key)]) {
      const signature = createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url');
      expect(statusOf(await verify([header, `${head}.${body}.${signature}`]))).toBe(401);
    }
  });

  it('another issuer, another audience, an expired or future one, and one without an end', async () => {
    for (const token of [
      await issuer.token(ada, { issuer: 'https://login.example.com/' }),
      await issuer.token(ada, { audience: 'studio2' }),
      await issuer.token(ada, { seconds: -60 }),
      await issuer.token({ ...ada, nbf: Math.floor(Date.now() / 1000) + 120 }),
    ])
      expect(statusOf(await verify([header, token]))).toBe(401);
    // A clock that is a little behind is none of these.
    expect(statusOf(await verify([header, await issuer.token(ada, { seconds: -10 })]))).toBe(200);
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
    const { exportJWK } = await import('jose');
    const endless = createTokenVerifier(
      optionsOf({ keys: { set: { keys: [{ ...(await exportJWK(publicKey)), kty: 'RSA' }] } } }),
    );
    const sign = (jwt: SignJWT): Promise<string> =>
      jwt
        .setProtectedHeader({ alg: 'RS256' })
        .setIssuer(issuer.issuer)
        .setAudience('studio')
        .sign(privateKey);
    expect(statusOf(await endless([header, await sign(new SignJWT(ada))]))).toBe(401);
    expect(statusOf(await endless([header, await sign(new SignJWT(ada).setExpirationTime('1h'))]))).toBe(200);
    expect(statusOf(await endless([header, await sign(new SignJWT({}).setExpirationTime('1h'))]))).toBe(401);
  });

  it('no token after the time that an accepted one said', async () => {
    const token = await issuer.token(ada);
    const verdict = await verify([header, token]);
    const end = 'identity' in verdict ? verdict.identity.expiresAt : 0;
    const at = (time: number) => createTokenVerifier(optionsOf({}), { now: () => time })([header, token]);
    expect(statusOf(await at(end - 1))).toBe(200);
    expect(statusOf(await at(end))).toBe(401);
  });

  it('a key of somebody else, in the header or under a name that is known', async () => {
    const forger = await createTokenIssuer('first');
    expect(statusOf(await verify([header, await forger.token(ada)]))).toBe(401);
    const stranger = await createTokenIssuer('second');
    expect(statusOf(await verify([header, await stranger.token(ada)]))).toBe(401);
    const { privateKey } = await generateKeyPair('ES256');
    const embedded = new SignJWT(ada)
      .setProtectedHeader({
        alg: 'ES256',
        jwk: { ...forger.keySet.keys[0], kty: 'EC' },
        jku: 'https://evil.test/keys',
      })
      .setIssuer(issuer.issuer)
      .setAudience('studio')
      .setExpirationTime('1h');
    expect(statusOf(await verify([header, await embedded.sign(privateKey)]))).toBe(401);
  });

  it('a token whose claims, signature or any one character was changed', async () => {
    const [head, body, signature] = await partsOf();
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;
    const promoted = encoded({ ...claims, groups: ['owners'] });
    expect(statusOf(await verify([header, `${head}.${promoted}.${signature}`]))).toBe(401);
    const token = `${head}.${body}.${signature}`;
    // The last character of the signature has bits that mean nothing.
    for (let index = 0; index < token.length - 1; index += 7) {
      const other = token[index] === 'A' ? 'B' : 'A';
      const changed = token.slice(0, index) + other + token.slice(index + 1);
      expect(statusOf(await verify([header, changed]))).toBe(401);
    }
  });

  it('a huge token, before anything of it is read', async () => {
    const verdict = await verify([header, `${await issuer.token(ada)}${'A'.repeat(16 * 1024)}`]);
    expect(verdict).toMatchObject({ refusal: { status: 401, reason: 'a token that is too long' } });
    for (const text of ['', '.', '..', '...', 'a.b.c', '{}', 'é.é.é', '%00'])
      expect(statusOf(await verify([header, text]))).toBe(401);
  });
});

describe('the list of keys', () => {
  const url = 'https://login.example.com/keys';

  /** A key server whose answer tests change, and how often it was asked. */
  function keyServer(first: () => Promise<Response>) {
    const server = { answer: first, asked: 0, now: Date.now() };
    const load = (): Promise<Response> => {
      server.asked += 1;
      return server.answer();
    };
    return {
      server,
      verify: createTokenVerifier(optionsOf({ keys: { url } }), { fetch: load, now: () => server.now }),
    };
  }
  const listOf = (from: TokenIssuer) => (): Promise<Response> => Promise.resolve(Response.json(from.keySet));
  const unreachable = (): Promise<Response> => Promise.reject(new Error('refused'));

  it('is loaded once, and again for a key that is not in it, but not for each of them', async () => {
    const { server, verify: check } = keyServer(listOf(issuer));
    for (let count = 0; count < 3; count += 1) await check([header, await issuer.token(ada)]);
    expect(server.asked).toBe(1);
    const stranger = await createTokenIssuer('unknown');
    for (let count = 0; count < 20; count += 1)
      expect(statusOf(await check([header, await stranger.token(ada)]))).toBe(401);
    expect(server.asked).toBe(1);
    vi.useFakeTimers({ now: Date.now() + 31_000, toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    server.answer = listOf(stranger);
    expect(statusOf(await check([header, await stranger.token(ada)]))).toBe(200);
    expect(server.asked).toBe(2);
  });

  it('that can not be loaded refuses everybody with 503, and is asked for at most every five seconds', async () => {
    const { server, verify: check } = keyServer(unreachable);
    const token = await issuer.token(ada);
    for (let count = 0; count < 10; count += 1) {
      expect(await check([header, token])).toMatchObject({
        refusal: { status: 503, sentence: expect.stringContaining('can’t be loaded'.replace('’', "'")) },
      });
    }
    expect(server.asked).toBe(1);
    server.now += 5_001;
    server.answer = listOf(issuer);
    expect(statusOf(await check([header, token]))).toBe(200);
  });

  test.each([
    ['an error', () => Promise.resolve(new Response('no', { status: 500 }))],
    ['another page', () => Promise.resolve(new Response('<html>'))],
    ['no list', () => Promise.resolve(Response.json({ keys: 'all' }))],
    ['an endless answer', () => Promise.resolve(new Response('x'.repeat(1_000_001)))],
    [
      'a redirect',
      () => Promise.resolve(new Response(null, { status: 302, headers: { location: 'https://evil.test' } })),
    ],
  ])('that is %s refuses everybody with 503', async (_, answer) => {
    const { verify: check } = keyServer(answer);
    expect(statusOf(await check([header, await issuer.token(ada)]))).toBe(503);
  });
});
