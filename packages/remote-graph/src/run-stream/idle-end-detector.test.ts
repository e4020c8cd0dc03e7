import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedServer, type SharedServer } from '../../../../src/testing/shared-server.ts';
import { collectFrames } from '../../../../src/testing/remote-graph/collect-frames.ts';
import {
  startRecordingProxy,
  type RecordingProxy,
} from '../../../../src/testing/fault-servers/recording-proxy.ts';
import type { Clock } from '../async/clock.ts';
import { GraphClient, RemoteGraph, type WireRun } from '../index.ts';
import { IdleEndDetector } from './idle-end-detector.ts';

describe('on the real server', () => {
  let real: SharedServer;
  let server: RecordingProxy;

  beforeAll(async () => {
    real = await sharedServer('real');
    server = await startRecordingProxy(real.url);
  });

  afterAll(async () => {
    await server.stop();
  });

  /** The requests for a thread, without its id and the run's. */
  const requestsOf = (threadId: string): string[] =>
    server.requests
      .filter(({ path }) => path.includes(threadId))
      .map(({ method, path }) => `${method} ${path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')}`);

  const aboutTheEnd = ['GET /threads/id/runs/id', 'GET /threads/id'];

  /** A busy machine may notice the end late, and request the status again: one run of twenty must not. */
  async function fewest(run: (threadId: string) => Promise<void>): Promise<readonly string[]> {
    let shortest: readonly string[] = [];
    for (let runs = 0; runs < 20; runs += 1) {
      const threadId = randomUUID();
      await run(threadId);
      const requests = requestsOf(threadId);
      if (runs === 0 || requests.length < shortest.length) shortest = requests;
      if (!requests.includes('GET /threads/id/runs/id/stream')) break;
    }
    return shortest;
  }

  it.each([
    ['slow', 'finished'],
    ['writer', 'interrupted'],
  ] as const)(
    'the status of a run of %s that %s is requested, but it is not joined again',
    async (graph, outcome) => {
      const { runs } = new GraphClient({ url: server.url, apiKey: null });
      const requests = await fewest(async (threadId) => {
        const run = runs.stream(threadId, graph, { input: {}, ifNotExists: 'create' });
        expect((await collectFrames(run)).length).toBeGreaterThan(1);
        expect(await run.end).toEqual({ outcome, error: null, incomplete: false });
      });
      expect(requests).toEqual(['GET /threads/id', 'POST /threads/id/runs/stream', ...aboutTheEnd]);
    },
  );

  it('an invoked run is not joined again', async () => {
    const graph = new RemoteGraph('slow', { url: server.url, apiKey: null });
    const requests = await fewest(async (threadId) => {
      await graph.invoke({}, { configurable: { thread_id: threadId } });
    });
    expect(requests).toEqual(['GET /threads/id', 'POST /threads/id/runs/stream', ...aboutTheEnd]);
  });
});

describe('the silence before the end', () => {
  /** A manual clock; `sleep` advances it without firing timers in between. */
  function handClock(): Clock & { pass(ms: number): void; sleep(ms: number): void } {
    let now = 0;
    const alarms = new Set<{ readonly at: number; readonly call: () => void }>();
    const ring = (): void => {
      for (const alarm of alarms) {
        if (alarm.at > now) continue;
        alarms.delete(alarm);
        alarm.call();
        return ring();
      }
    };
    return {
      now: () => now,
      after: (ms, call) => {
        const alarm = { at: now + ms, call };
        alarms.add(alarm);
        return () => alarms.delete(alarm);
      },
      pass: (ms) => {
        for (let step = 0; step < ms; step += 10) {
          now += 10;
          ring();
        }
      },
      sleep: (ms) => {
        now += ms;
        ring();
      },
    };
  }

  const run = (ranMs: number | null): WireRun => ({
    run_id: 'r',
    thread_id: 't',
    assistant_id: 'a',
    status: 'success',
    ...(ranMs === null
      ? {}
      : { created_at: new Date(0).toISOString(), updated_at: new Date(ranMs).toISOString() }),
  });

  function ended(ranMs: number | null, wait: (clock: ReturnType<typeof handClock>) => void): boolean {
    const clock = handClock();
    const idleEndDetector = new IdleEndDetector(clock);
    idleEndDetector.recordOpening();
    idleEndDetector.startWaiting();
    clock.pass(50);
    idleEndDetector.recordBytes();
    idleEndDetector.startWaiting();
    wait(clock);
    idleEndDetector.recordBytes();
    clock.pass(5000);
    return idleEndDetector.sawWholeRun(run(ranMs));
  }

  it('counts only if it was long, observed, and after the end of the run', () => {
    expect(ended(50, (clock) => clock.pass(500))).toBe(true);
    expect(ended(50, (clock) => clock.pass(300))).toBe(false);
    expect(ended(50, (clock) => clock.sleep(5000))).toBe(false);
    expect(ended(400, (clock) => clock.pass(500))).toBe(false);
    expect(ended(null, (clock) => clock.pass(500))).toBe(false);
    // The run ended after half a second of silence, and this process noticed the end of the stream late.
    const late = (clock: ReturnType<typeof handClock>): void => {
      clock.pass(600);
      clock.sleep(250);
    };
    expect(ended(640, late)).toBe(false);
  });
});
