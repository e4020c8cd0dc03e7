import { describe, expect, it } from 'vitest';
import { createWebhookTokenStore, type StoredToken, type WebhookTokenStore } from './webhook-token-store.ts';

const hour = 3_600_000;

function setUp(
  storedTokens: readonly StoredToken[] = [],
  limit = 10,
): { store: WebhookTokenStore; clock: { now: number } } {
  const clock = { now: 0 };
  return {
    store: createWebhookTokenStore({ storedTokens, expiryMs: 24 * hour, limit, now: () => clock.now }),
    clock,
  };
}

describe('tokens', () => {
  it('have 256 bits, are all different, and are stored as digests only', () => {
    const { store } = setUp();
    const added = Array.from({ length: 8 }, () => store.add('c', 't'));
    expect(new Set(added.map(({ token }) => token)).size).toBe(8);
    for (const { token, stored } of added) {
      expect(Buffer.from(token, 'base64url')).toHaveLength(32);
      expect(stored.last4).toBe(token.slice(-4));
      expect(JSON.stringify(stored)).not.toContain(token);
      expect(store.verifyToken(token)).toEqual(stored);
    }
    expect(store.verifyToken('A'.repeat(43))).toBe('unknown');
    expect(store.verifyToken('')).toBe('unknown');
  });

  it('expire 24 hours after the run was reported, and not before', () => {
    const { store, clock } = setUp();
    const { token, stored } = store.add('c', 't');
    clock.now = 1_000 * hour;
    expect(store.verifyToken(token)).toEqual(stored);
    store.change(stored.digest, { endedAt: clock.now });
    clock.now += 24 * hour;
    expect(store.verifyToken(token)).toMatchObject({ endedAt: 1_000 * hour });
    clock.now += 1;
    expect(store.verifyToken(token)).toBe('expired');
  });

  it('are deleted on release, and a later change creates none', () => {
    const { store } = setUp();
    const { token, stored } = store.add('c', 't');
    store.remove(stored.digest);
    store.change(stored.digest, { runId: 'r' });
    expect(store.verifyToken(token)).toBe('unknown');
  });

  it('survive a restart if their run is known', () => {
    const { store } = setUp();
    const bound = store.add('c', 't');
    const unbound = store.add('c', 't');
    store.change(bound.stored.digest, { runId: 'run' });
    const { store: next } = setUp(store.toStore());
    expect(next.verifyToken(bound.token)).toMatchObject({ runId: 'run' });
    expect(next.verifyToken(unbound.token)).toBe('unknown');
  });

  it('are limited: expired ones are evicted first, then the oldest', () => {
    const { store } = setUp([], 3);
    const [a, b, c] = [store.add('c', 'a'), store.add('c', 'b'), store.add('c', 'c')];
    store.change(b.stored.digest, { endedAt: 0 });
    const d = store.add('c', 'd');
    expect(store.verifyToken(b.token)).toBe('unknown');
    const e = store.add('c', 'e');
    expect(store.verifyToken(a.token)).toBe('unknown');
    expect([c, d, e].map(({ token }) => typeof store.verifyToken(token))).toEqual([
      'object',
      'object',
      'object',
    ]);
  });
});
