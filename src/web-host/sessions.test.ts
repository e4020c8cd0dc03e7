import { describe, expect, test } from 'vitest';
import { createSessions } from './sessions.ts';
import { createWrongGuesses } from './wrong-guesses.ts';

function atTime() {
  const clock = { now: 1_000_000 };
  return { clock, sessions: createSessions(() => clock.now) };
}

describe('H-6: one-time codes', () => {
  test('a code is exchanged once', () => {
    const { sessions } = atTime();
    const code = sessions.issueCode();
    const token = sessions.exchange(code);
    expect(token).not.toBeNull();
    expect(sessions.isToken(token ?? '')).toBe(true);
    expect(sessions.exchange(code)).toBeNull();
  });

  test('a code is good for a minute and not longer', () => {
    const { clock, sessions } = atTime();
    const [early, late] = [sessions.issueCode(), sessions.issueCode()];
    clock.now += 59_999;
    expect(sessions.exchange(early)).not.toBeNull();
    clock.now += 1;
    expect(sessions.exchange(late)).toBeNull();
  });

  test('several codes can be out at once, and all give the token of this start', () => {
    const { sessions } = atTime();
    const codes = [sessions.issueCode(), sessions.issueCode(), sessions.issueCode()];
    expect(new Set(codes).size).toBe(3);
    expect(new Set(codes.map((code) => sessions.exchange(code))).size).toBe(1);
  });
});

describe('H-5: tokens', () => {
  test('a token has 256 random bits and is another one in each start', () => {
    const tokens = Array.from({ length: 100 }, () => {
      const sessions = createSessions();
      return sessions.exchange(sessions.issueCode()) ?? '';
    });
    expect(new Set(tokens).size).toBe(100);
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  });

  test.each([[''], ['x'], ['x'.repeat(43)], ['\u0000'], ['x'.repeat(100_000)]])(
    'a wrong one is refused',
    (guess) => {
      const { sessions } = atTime();
      expect(sessions.isToken(guess)).toBe(false);
      expect(sessions.exchange(guess)).toBeNull();
    },
  );

  test('a code is no token and a token is no code', () => {
    const { sessions } = atTime();
    const code = sessions.issueCode();
    expect(sessions.isToken(code)).toBe(false);
    const token = sessions.exchange(code) ?? '';
    expect(sessions.exchange(token)).toBeNull();
  });

  test('the twenty-first wrong guess within a minute is answered a second late, and a minute later it is not', async () => {
    const clock = { now: 0 };
    const slept: number[] = [];
    const guesses = createWrongGuesses(
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
