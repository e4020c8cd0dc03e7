import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HealthResult } from './health-check.ts';
import { createHealthMonitor, type HealthMonitor } from './health-monitor.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface PendingCheck {
  readonly id: string;
  readonly byItself: boolean;
  readonly signal: AbortSignal;
  answer(state: HealthResult['state']): Promise<void>;
}

function setUp(ids: readonly string[] = ['a']) {
  const checks: PendingCheck[] = [];
  const returned: string[] = [];
  let changes = 0;
  const watch: HealthMonitor = createHealthMonitor({
    ids: () => ids,
    runCheck: (id, byItself, signal) =>
      new Promise((resolve) => {
        const answer = async (state: HealthResult['state']): Promise<void> => {
          resolve({ state, latencyMs: null, server: null, problem: null });
          await vi.advanceTimersByTimeAsync(0);
        };
        checks.push({ id, byItself, signal, answer });
      }),
    onChange: () => (changes += 1),
    onBug: (error) => expect.unreachable(String(error)),
    onReconnected: (id) => void returned.push(id),
  });
  return { watch, looks: checks, returned, changes: () => changes };
}

describe('a health monitor', () => {
  it('checks nothing before the first subscriber or request', async () => {
    const { watch, looks: checks } = setUp();
    expect(watch.get('a').state).toBe('connecting');
    await vi.advanceTimersByTimeAsync(600_000);
    expect(checks).toEqual([]);
  });

  it('says why a check failed that could not be made, and checks again', async () => {
    let failures = 0;
    const bugs: unknown[] = [];
    const monitor = createHealthMonitor({
      ids: () => ['a'],
      runCheck: () => {
        failures += 1;
        return Promise.reject(new Error('The key store is broken.'));
      },
      onChange: () => undefined,
      onBug: (error) => bugs.push(error),
    });
    monitor.setWatched(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(monitor.get('a')).toMatchObject({
      state: 'unreachable',
      problem: { message: expect.stringContaining('Internal error') as string },
    });
    await vi.advanceTimersByTimeAsync(3_000);
    expect(failures).toBe(2);
    expect(bugs).toHaveLength(2);
    monitor.stop();
  });

  it('checks on subscription, then every 30 s if the server responds, else every 3 s', async () => {
    const { watch, looks: checks } = setUp(['up', 'down']);
    watch.setWatched(true);
    expect(checks.map(({ id, byItself }) => [id, byItself])).toEqual([
      ['up', false],
      ['down', false],
    ]);
    await checks[0]?.answer('connected');
    await checks[1]?.answer('unreachable');
    await vi.advanceTimersByTimeAsync(2_999);
    expect(checks).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(checks.slice(2).map(({ id, byItself }) => [id, byItself])).toEqual([['down', true]]);
    await checks[2]?.answer('connected');
    await vi.advanceTimersByTimeAsync(27_000);
    expect(checks.slice(3).map(({ id }) => id)).toEqual(['up']);
  });

  it('checks at once when a request takes long, unless the server has just responded', async () => {
    const { watch, looks: checks } = setUp();
    watch.setWatched(true);
    await checks[0]?.answer('connected');
    watch.reportSlowRequest('a');
    expect(checks).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(5_000);
    watch.reportSlowRequest('a');
    watch.reportSlowRequest('a');
    expect(checks).toHaveLength(2);
    await checks[1]?.answer('unreachable');
    watch.reportSlowRequest('a');
    expect(checks).toHaveLength(2);
  });

  it('notices within 15 s that a server froze right after it had sent events', async () => {
    const { watch, looks: checks } = setUp();
    watch.setWatched(true);
    await checks[0]?.answer('connected');
    await vi.advanceTimersByTimeAsync(10_000);
    watch.recordResponse('a');
    // The only request that waits is reported only now.
    await vi.advanceTimersByTimeAsync(3_000);
    watch.reportSlowRequest('a');
    await vi.advanceTimersByTimeAsync(1_999);
    expect(checks).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(checks.slice(1).map(({ byItself }) => byItself)).toEqual([true]);
    await checks[1]?.answer('unreachable');
    expect(watch.get('a').state).toBe('unreachable');
  });

  it('does not report a server as unreachable that sends events while a check is pending', async () => {
    const { watch, looks: checks } = setUp();
    watch.setWatched(true);
    await checks[0]?.answer('connected');
    await vi.advanceTimersByTimeAsync(4_000);
    watch.recordResponse('a');
    await vi.advanceTimersByTimeAsync(4_000);
    watch.reportSlowRequest('a');
    expect(checks).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    watch.reportSlowRequest('a');
    expect(checks).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(2_000);
    watch.recordResponse('a');
    await checks[1]?.answer('unreachable');
    expect(watch.get('a').state).toBe('connected');
    // It is checked again soon, and nothing has happened meanwhile.
    await vi.advanceTimersByTimeAsync(5_000);
    expect(checks).toHaveLength(3);
    await checks[2]?.answer('unreachable');
    expect(watch.get('a').state).toBe('unreachable');
  });

  it('reports when a server responds again', async () => {
    const { watch, looks: checks, returned } = setUp();
    watch.setWatched(true);
    await checks[0]?.answer('unreachable');
    expect(returned).toEqual([]);
    await vi.advanceTimersByTimeAsync(3_000);
    await checks[1]?.answer('connected');
    expect(returned).toEqual(['a']);
    void watch.check('a');
    await checks[2]?.answer('connected');
    expect(returned).toEqual(['a']);
  });

  it('stops checking without subscribers, and leaves no timer', async () => {
    const { watch, looks: checks } = setUp();
    watch.setWatched(true);
    watch.setWatched(false);
    await checks[0]?.answer('unreachable');
    expect(watch.get('a').state).toBe('unreachable');
    expect(vi.getTimerCount()).toBe(0);
    watch.setWatched(true);
    expect(checks).toHaveLength(2);
    await checks[1]?.answer('connected');
    watch.stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('shares one check between concurrent requests', async () => {
    const { watch, looks: checks, changes } = setUp();
    const both = Promise.all([watch.check('a'), watch.check('a')]);
    await checks[0]?.answer('failing');
    expect((await both).map(({ state }) => state)).toEqual(['failing', 'failing']);
    expect([checks.length, changes()]).toEqual([1, 1]);
  });

  it('discards the result for a connection that was changed meanwhile', async () => {
    const { watch, looks: checks } = setUp();
    const pending = watch.check('a');
    watch.reset('a');
    expect(checks[0]?.signal.aborted).toBe(true);
    await checks[0]?.answer('connected');
    expect((await pending).state).toBe('connected');
    expect(watch.get('a').state).toBe('connecting');
  });

  it('checks a changed connection at once while there are subscribers', async () => {
    const { watch, looks: checks } = setUp();
    watch.setWatched(true);
    await checks[0]?.answer('unreachable');
    watch.reset('a');
    expect(watch.get('a').state).toBe('connecting');
    expect(checks[1]?.byItself).toBe(false);
    await checks[1]?.answer('connected');
    expect(watch.get('a').state).toBe('connected');
  });

  it('checks at once when a request contradicts the known health', async () => {
    const { watch, looks: checks } = setUp();
    watch.setWatched(true);
    watch.reportOutcome('a', false);
    expect(checks).toHaveLength(1);
    await checks[0]?.answer('connected');
    watch.reportOutcome('a', true);
    expect(checks).toHaveLength(1);
    watch.reportOutcome('a', false);
    watch.reportOutcome('a', false);
    expect(checks).toHaveLength(2);
    await checks[1]?.answer('offline');
    watch.reportOutcome('a', false);
    expect(checks).toHaveLength(2);
    watch.reportOutcome('a', true);
    expect(checks.map(({ byItself }) => byItself)).toEqual([false, true, true]);
    await checks[2]?.answer('connected');
    watch.setWatched(false);
    watch.reportOutcome('a', false);
    expect(checks).toHaveLength(3);
  });

  it('checks every 5 s while this computer is offline', async () => {
    const { watch, looks: checks } = setUp();
    watch.setWatched(true);
    await checks[0]?.answer('offline');
    await vi.advanceTimersByTimeAsync(4_999);
    expect(checks).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(checks).toHaveLength(2);
    watch.stop();
  });

  it('prefers a reported result to a pending check', async () => {
    const { watch, looks: checks } = setUp();
    watch.setWatched(true);
    watch.set('a', { state: 'connecting', latencyMs: null, server: null, problem: null });
    await checks[0]?.answer('unreachable');
    expect(watch.get('a').state).toBe('connecting');
  });
});
