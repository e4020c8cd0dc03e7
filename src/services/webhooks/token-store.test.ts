import { describe, expect, it } from 'vitest';
import { createTokenStore, type StoredToken, type TokenStore } from './token-store.ts';

const hour = 3_600_000;

function setUp(
  storedTokens: readonly StoredToken[] = [],
  limit = 10,
): { book: TokenStore; clock: { now: number } } {
  const clock = { now: 0 };
  return {
    book: createTokenStore({ storedTokens, expiryMs: 24 * hour, limit, now: () => clock.now }),
    clock,
  };
}

describe('W-2: tokens', () => {
  it('have 256 bits, are all different, and are stored as digests only', () => {
    const { book } = setUp();
    const made = Array.from({ length: 8 }, () => book.add('c', 't'));
    expect(new Set(made.map(({ token }) => token)).size).toBe(8);
    for (const { token, stored } of made) {
      expect(Buffer.from(token, 'base64url')).toHaveLength(32);
      expect(stored.last4).toBe(token.slice(-4));
      expect(JSON.stringify(stored)).not.toContain(token);
      expect(book.find(token)).toEqual(stored);
    }
    expect(book.find('A'.repeat(43))).toBe('unknown');
    expect(book.find('')).toBe('unknown');
  });

  it('end 24 hours after the run was reported, and not before', () => {
    const { book, clock } = setUp();
    const { token, stored } = book.add('c', 't');
    clock.now = 1_000 * hour;
    expect(book.find(token)).toEqual(stored);
    book.change(stored.digest, { endedAt: clock.now });
    clock.now += 24 * hour;
    expect(book.find(token)).toMatchObject({ endedAt: 1_000 * hour });
    clock.now += 1;
    expect(book.find(token)).toBe('expired');
  });

  it('are gone once released, and a change to one that is gone makes none', () => {
    const { book } = setUp();
    const { token, stored } = book.add('c', 't');
    book.remove(stored.digest);
    book.change(stored.digest, { runId: 'r' });
    expect(book.find(token)).toBe('unknown');
  });

  it('are kept over a restart when their run is known', () => {
    const { book } = setUp();
    const bound = book.add('c', 't');
    const unbound = book.add('c', 't');
    book.change(bound.stored.digest, { runId: 'run' });
    const { book: next } = setUp(book.toStore());
    expect(next.find(bound.token)).toMatchObject({ runId: 'run' });
    expect(next.find(unbound.token)).toBe('unknown');
  });

  it('are bounded: ended ones go first, then the oldest', () => {
    const { book } = setUp([], 3);
    const [a, b, c] = [book.add('c', 'a'), book.add('c', 'b'), book.add('c', 'c')];
    book.change(b.stored.digest, { endedAt: 0 });
    const d = book.add('c', 'd');
    expect(book.find(b.token)).toBe('unknown');
    const e = book.add('c', 'e');
    expect(book.find(a.token)).toBe('unknown');
    expect([c, d, e].map(({ token }) => typeof book.find(token))).toEqual(['object', 'object', 'object']);
  });
});
