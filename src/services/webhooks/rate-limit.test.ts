import { expect, it } from 'vitest';
import { createRateLimit } from './webhook-server.ts';
import { webhookLimits } from './webhook-settings.ts';

it('the limit allows 100 at once and 100 in each second after', () => {
  const clock = { now: 5_000 };
  const allow = createRateLimit(webhookLimits.perSecond, () => clock.now);
  const allowed = (tries: number): number => Array.from({ length: tries }, allow).filter(Boolean).length;
  expect(allowed(10_000)).toBe(100);
  clock.now += 500;
  expect(allowed(10_000)).toBe(50);
  clock.now += 60_000;
  expect(allowed(10_000)).toBe(100);
});
