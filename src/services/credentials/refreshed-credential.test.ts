import { beforeEach, describe, expect, it } from 'vitest';
import { fetchWithCredential } from 'remote-graph-client/client';
import { toWireError } from '../../shared/wire-error.ts';
import { AppError } from '../../shared/app-error.ts';
import type { ObtainedHeaders } from './command-output.ts';
import { createRefreshedCredential, type RefreshedCredential } from './refreshed-credential.ts';

let now = 0;
let lifeMs: number | null = 3_600_000;
let obtained: boolean[] = [];
let fails: AppError | null = null;
let gate: Promise<void> = Promise.resolve();
let credential: RefreshedCredential;

beforeEach(() => {
  now = 1_000_000;
  lifeMs = 3_600_000;
  obtained = [];
  fails = null;
  gate = Promise.resolve();
  credential = createRefreshedCredential({
    obtain: async (isForced): Promise<ObtainedHeaders> => {
      obtained.push(isForced);
      const token = `token ${obtained.length}`;
      await gate;
      if (fails) throw fails;
      return { headers: { authorization: token }, expiresAt: lifeMs === null ? null : now + lifeMs };
    },
    onChange: () => undefined,
    toProblem: toWireError,
    initialState: () => 'unused',
    now: () => now,
  });
});

const token = async (signal: AbortSignal | null = null): Promise<string | undefined> =>
  (await credential.headers(signal))['authorization'];

describe('an expiring credential', () => {
  it('is obtained once for all requests at the same time, and kept until a minute before its expiry', async () => {
    expect(await Promise.all([token(), token(), token()])).toEqual(['token 1', 'token 1', 'token 1']);
    now += 3_539_000;
    expect(await token()).toBe('token 1');
    now += 2_000;
    expect(await token()).toBe('token 2');
    expect(credential.status()).toMatchObject({ state: 'ready', problem: null });
  });

  it('that lives shorter than a minute is used for half its life', async () => {
    lifeMs = 20_000;
    await token();
    now += 9_000;
    expect(await token()).toBe('token 1');
    now += 2_000;
    expect(await token()).toBe('token 2');
  });

  it('without an expiry is kept until it is refused', async () => {
    lifeMs = null;
    const first = await credential.headers(null);
    now += 10 ** 10;
    expect(await credential.headers(null)).toBe(first);
    expect(await credential.renew(first, null)).toEqual({ authorization: 'token 2' });
    expect(obtained).toEqual([false, true]);
  });

  it('that another request has renewed meanwhile is not renewed again', async () => {
    const first = await credential.headers(null);
    const renewed = await Promise.all([credential.renew(first, null), credential.renew(first, null)]);
    expect(renewed).toEqual([{ authorization: 'token 2' }, { authorization: 'token 2' }]);
    expect(await credential.renew(first, null)).toEqual({ authorization: 'token 2' });
    expect(obtained).toHaveLength(2);
  });

  it('that stays in use when its renewal fails is not asked for at each request', async () => {
    await token();
    now += 3_550_000;
    fails = new AppError('credential', 'No.');
    expect(await token()).toBe('token 1');
    expect(await token()).toBe('token 1');
    expect(obtained).toHaveLength(2);
    expect(credential.status()).toMatchObject({ state: 'ready', problem: { message: 'No.' } });
    now += 60_000;
    await expect(token()).rejects.toThrow('No.');
    await expect(token()).rejects.toThrow('No.');
    expect(obtained).toHaveLength(3);
    expect(credential.status()).toMatchObject({ state: 'failed' });
    credential.reset();
    fails = null;
    expect(await token()).toBe('token 4');
  });

  it('goes on to be obtained for the others when one request is called off', async () => {
    let open = (): void => undefined;
    gate = new Promise((resolve) => (open = resolve));
    const abort = new AbortController();
    const [first, second] = [token(abort.signal), token()];
    abort.abort(new Error('called off'));
    await expect(first).rejects.toThrow('called off');
    open();
    expect(await second).toBe('token 1');
    expect(obtained).toHaveLength(1);
  });

  it('that is forgotten while it is obtained is not kept, and obtained anew by the next request', async () => {
    let open = (): void => undefined;
    gate = new Promise((resolve) => (open = resolve));
    const first = token();
    credential.reset();
    open();
    await first;
    expect(credential.status()).toMatchObject({ state: 'unused', expiresAt: null });
    expect(await token()).toBe('token 2');
  });

  it('that is forgotten while its renewal fails is not used any more', async () => {
    await token();
    now += 3_550_000;
    let open = (): void => undefined;
    gate = new Promise((resolve) => (open = resolve));
    fails = new AppError('credential', 'Nobody is signed in.');
    const waiting = token();
    credential.reset();
    open();
    await expect(waiting).rejects.toThrow('Nobody is signed in.');
    expect(credential.status()).toMatchObject({ state: 'unused', problem: null });
  });
});

describe('a request with an expiring credential', () => {
  const sent: (string | null)[] = [];
  const request = (status: (authorization: string | null) => number, init: RequestInit = {}) => {
    sent.length = 0;
    return fetchWithCredential(async (_input, { headers } = {}) => {
      const authorization = new Headers(headers).get('authorization');
      sent.push(authorization);
      return new Response('body', { status: status(authorization) });
    }, credential)('http://graph.test/threads', { method: 'POST', body: '{}', ...init });
  };

  it.each([401, 403])('that is refused with %d is sent once more with a renewed one', async (status) => {
    const response = await request((authorization) => (authorization === 'token 1' ? status : 200));
    expect([response.status, sent]).toEqual([200, ['token 1', 'token 2']]);
  });

  it('that is refused for ever renews no more often than twice a minute', async () => {
    for (let index = 0; index < 20; index += 1) {
      expect((await request(() => 401)).status).toBe(401);
      expect(sent.length).toBeLessThanOrEqual(2);
    }
    expect(obtained).toHaveLength(2);
    now += 31_000;
    await request(() => 401);
    expect(obtained).toHaveLength(3);
  });

  it('whose body is a stream is not repeated', async () => {
    expect((await request(() => 401, { body: new ReadableStream() })).status).toBe(401);
    expect(sent).toHaveLength(1);
  });

  it('is not sent without one, and says why', async () => {
    fails = new AppError('credential', 'Nobody is signed in.');
    await expect(request(() => 200)).rejects.toMatchObject({
      name: 'CredentialError',
      message: 'Nobody is signed in.',
      cause: { code: 'credential' },
    });
    expect(sent).toEqual([]);
  });

  it('that is refused while the renewal fails says what the server said of a 403, and of the credential after a 401', async () => {
    await token();
    fails = new AppError('credential', 'Sign in again.');
    expect((await request(() => 403)).status).toBe(403);
    credential.reset();
    fails = null;
    await token();
    fails = new AppError('credential', 'Sign in again.');
    await expect(request(() => 401)).rejects.toThrow('Sign in again.');
  });
});
