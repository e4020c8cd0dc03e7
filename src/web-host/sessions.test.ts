import { afterEach, describe, expect, test, vi } from 'vitest';
import { createSessions } from './sessions.ts';
import { createAuthThrottle } from './auth-throttle.ts';

function atTime() {
  const clock = { now: 1_000_000 };
  return { clock, sessions: createSessions({ now: () => clock.now }) };
}

describe('one-time codes', () => {
  test('a code is exchanged once', () => {
    const { sessions } = atTime();
    const code = sessions.issueCode();
    const secrets = sessions.exchange(code);
    expect(secrets).not.toBeNull();
    expect(sessions.find(secrets?.token ?? '')).not.toBeNull();
    expect(sessions.exchange(code)).toBeNull();
  });

  test('a code is valid for a minute', () => {
    const { clock, sessions } = atTime();
    const [early, late] = [sessions.issueCode(), sessions.issueCode()];
    clock.now += 59_999;
    expect(sessions.exchange(early)).not.toBeNull();
    clock.now += 1;
    expect(sessions.exchange(late)).toBeNull();
  });

  describe('while the computer’s clock is set', () => {
    afterEach(() => void vi.useRealTimers());

    test.each([
      ['back', -3_600_000],
      ['forward', 3_600_000],
    ])('a code is valid for the same minute when the clock goes %s', (_direction, ms) => {
      vi.useFakeTimers({ toFake: ['Date', 'performance'] });
      const sessions = createSessions();
      const [early, late] = [sessions.issueCode(), sessions.issueCode()];
      vi.setSystemTime(Date.now() + ms);
      vi.advanceTimersByTime(59_000);
      expect(sessions.exchange(early)).not.toBeNull();
      vi.advanceTimersByTime(2_000);
      expect(sessions.exchange(late)).toBeNull();
    });
  });

  test('several codes can be valid at once, each for its own session', () => {
    const { sessions } = atTime();
    const codes = [sessions.issueCode(), sessions.issueCode(), sessions.issueCode()];
    const tokens = codes.map((code) => sessions.exchange(code)?.token ?? '');
    expect(new Set(tokens).size).toBe(3);
    expect(new Set(tokens.map((token) => sessions.find(token))).size).toBe(3);
  });

  test('only the newest of many codes and sessions are stored', () => {
    const { sessions } = atTime();
    const ended: unknown[] = [];
    sessions.onEnd((session) => ended.push(session));
    const codes = Array.from({ length: 101 }, () => sessions.issueCode());
    expect(sessions.exchange(codes[0] ?? '')).toBeNull();
    const tokens = codes.slice(1).map((code) => sessions.exchange(code)?.token ?? '');
    const [first = '', second = ''] = tokens;
    const secondSession = sessions.find(second);
    // The first was used after the second, so the second is evicted.
    expect(sessions.find(first)).not.toBeNull();
    for (const token of tokens.slice(2)) sessions.find(token);
    sessions.find(first);
    expect(sessions.exchange(sessions.issueCode())).not.toBeNull();
    expect(ended).toEqual([secondSession]);
    expect(sessions.find(second)).toBeNull();
    expect(sessions.find(first)).not.toBeNull();
  });

  test('the issuer of a code is notified once that it was used or revoked', () => {
    const { sessions } = atTime();
    const spent: string[] = [];
    const used = sessions.issueCode(() => spent.push('used'));
    sessions.exchange(used);
    sessions.exchange(used);
    expect(spent).toEqual(['used']);
    const session = sessions.find(sessions.exchange(sessions.issueCode())?.token ?? '');
    if (!session) throw new Error('A good code gives a session.');
    const revoked = sessions.issueCode(() => spent.push('revoked'));
    sessions.endOthers(session);
    expect(spent).toEqual(['used', 'revoked']);
    expect(sessions.exchange(revoked)).toBeNull();
  });
});

describe('ending sessions', () => {
  test('all others end at once, and the requesting one stays', () => {
    const { sessions } = atTime();
    const [mine = '', ...others] = [1, 2, 3].map(() => sessions.exchange(sessions.issueCode())?.token ?? '');
    const session = sessions.find(mine);
    if (!session) throw new Error('A good code gives a session.');
    const ended: unknown[] = [];
    const expected = others.map((token) => sessions.find(token));
    sessions.onEnd((one) => ended.push(one));
    expect(sessions.countOthers(session)).toBe(2);
    expect(sessions.endOthers(session)).toBe(2);
    expect(ended).toEqual(expected);
    expect(others.map((token) => sessions.find(token))).toEqual([null, null]);
    expect(sessions.find(mine)).toBe(session);
    expect(sessions.endOthers(session)).toBe(0);
  });
});

describe('a code beside a token', () => {
  test('a good token keeps its session, whether the code is fresh, used or wrong, and a fresh code is used up', () => {
    const { sessions } = atTime();
    const code = sessions.issueCode();
    const token = sessions.exchange(code)?.token ?? '';
    const fresh = sessions.issueCode();
    expect(sessions.exchange(code, token)?.token).toBe(token);
    expect(sessions.exchange('guess', token)?.token).toBe(token);
    expect(sessions.exchange(fresh, token)).toEqual({ token, proof: sessions.find(token)?.proof });
    expect(sessions.exchange(fresh)).toBeNull();
  });

  test('an invalid token neither helps a used code nor harms a fresh one', () => {
    const { sessions } = atTime();
    const code = sessions.issueCode();
    expect(sessions.exchange(code, 'old token')).not.toBeNull();
    expect(sessions.exchange(code, 'old token')).toBeNull();
  });
});

describe('tokens', () => {
  test('a token has 256 random bits and is another one in each start', () => {
    const tokens = Array.from({ length: 100 }, () => {
      const sessions = createSessions();
      return sessions.exchange(sessions.issueCode())?.token ?? '';
    });
    expect(new Set(tokens).size).toBe(100);
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  });

  test('the proof of a host is another secret than the token, and another one in each session', () => {
    const { sessions } = atTime();
    const secrets = [1, 2, 3].map(() => sessions.exchange(sessions.issueCode()));
    expect(new Set(secrets.flatMap((one) => [one?.token, one?.proof])).size).toBe(6);
    for (const one of secrets) expect(sessions.find(one?.proof ?? '')).toBeNull();
  });

  test.each([[''], ['x'], ['x'.repeat(43)], ['\u0000'], ['x'.repeat(100_000)]])(
    'a wrong one is rejected',
    (guess) => {
      const { sessions } = atTime();
      expect(sessions.find(guess)).toBeNull();
      expect(sessions.exchange(guess)).toBeNull();
    },
  );

  test('a code is no token and a token is no code', () => {
    const { sessions } = atTime();
    const code = sessions.issueCode();
    expect(sessions.find(code)).toBeNull();
    const token = sessions.exchange(code)?.token ?? '';
    expect(sessions.exchange(token)).toBeNull();
  });

  test('the response to the twenty-first wrong guess within a minute is delayed by a second', async () => {
    const clock = { now: 0 };
    const slept: number[] = [];
    const guesses = createAuthThrottle(
      () => clock.now,
      (ms) => Promise.resolve(void slept.push(ms)),
    );
    for (let guess = 0; guess < 20; guess += 1) await guesses.wait();
    expect(slept).toEqual([]);
    await guesses.wait();
    await guesses.wait();
    expect(slept).toEqual([1_000, 1_000]);
    clock.now = 60_001;
    await guesses.wait();
    expect(slept).toHaveLength(2);
  });
});

test('the token of the environment opens any number of sessions, and nothing else does', () => {
  const token = 'a-token-of-at-least-24-letters';
  const sessions = createSessions({ accessToken: token });
  const [one, other] = [sessions.exchange(token), sessions.exchange(token)];
  expect(one).not.toBeNull();
  expect(one?.token).not.toBe(other?.token);
  expect(sessions.exchange(`${token}x`)).toBeNull();
  expect(createSessions().exchange(token)).toBeNull();
});
