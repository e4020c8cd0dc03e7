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

describe('tokens', () => {
  it('have 256 bits, are all different, and are stored as digests only', () => {
    const { book: store } = setUp();
    const made = Array.from({ length: 8 }, () => store.add('c', 't'));
    expect(new Set(made.map(({ token }) => token)).size).toBe(8);
    for (const { token, stored } of made) {
      expect(Buffer.from(token, 'base64url')).toHaveLength(32);
      expect(stored.last4).toBe(token.slice(-4));
      expect(JSON.stringify(stored)).not.toContain(token);
      expect(store.find(token)).toEqual(stored);
    }
    expect(store.find('A'.repeat(43))).toBe('unknown');
    expect(store.find('')).toBe('unknown');
  });

  it('expire 24 hours after the run was reported, and not before', () => {
    const { book: store, clock } = setUp();
    const { token, stored } = store.add('c', 't');
    clock.now = 1_000 * hour;
    expect(store.find(token)).toEqual(stored);
    store.change(stored.digest, { endedAt: clock.now });
    clock.now += 24 * hour;
    expect(store.find(token)).toMatchObject({ endedAt: 1_000 * hour });
    clock.now += 1;
    expect(store.find(token)).toBe('expired');
  });

  it('are deleted on release, and a later change creates none', () => {
    const { book: store } = setUp();
    const { token, stored } = store.add('c', 't');
    store.remove(stored.digest);
    store.change(stored.digest, { runId: 'r' });
    expect(store.find(token)).toBe('unknown');
  });

  it('survive a restart if their run is known', () => {
    const { book: store } = setUp();
    const bound = store.add('c', 't');
    const unbound = store.add('c', 't');
    store.change(bound.stored.digest, { runId: 'run' });
    const { book: next } = setUp(store.toStore());
    expect(next.find(bound.token)).toMatchObject({ runId: 'run' });
    expect(next.find(unbound.token)).toBe('unknown');
  });

  it('are limited: expired ones are evicted first, then the oldest', () => {
    const { book: store } = setUp([], 3);
    const [a, b, c] = [store.add('c', 'a'), store.add('c', 'b'), store.add('c', 'c')];
    store.change(b.stored.digest, { endedAt: 0 });
    const d = store.add('c', 'd');
    expect(store.find(b.token)).toBe('unknown');
    const e = store.add('c', 'e');
    expect(store.find(a.token)).toBe('unknown');
    expect([c, d, e].map(({ token }) => typeof store.find(token))).toEqual(['object', 'object', 'object']);
  });
});
