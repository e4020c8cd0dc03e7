import { describe, expect, it } from 'vitest';
import { closedList, sharedIds, sweepCuts, sweptEvents } from '../../testing/fault-servers/cut-sweep.ts';
import type { RunBehaviour } from '../../testing/fault-servers/fault-run-server.ts';
import { sweepStep } from '../../testing/test-scale.ts';
import { GraphClient } from '../client.ts';

const clientFor = (url: string): GraphClient =>
  new GraphClient({ url, apiKey: null, retries: 0, reconnect: { attempts: 5, baseMs: 1, mostMs: 4 } });

const servers: readonly (readonly [string, RunBehaviour])[] = [
  ['tells where the run is, and repeats nothing', { events: sweptEvents }],
  ['does not tell where the run is', { events: sweptEvents, contentLocation: false }],
  ['repeats the event that was named', { events: sweptEvents, replay: 'from' }],
  ['gives one id to several events, and repeats nothing', { events: sharedIds }],
  [
    'gives one id to several events, and repeats from the one that was named',
    { events: sharedIds, replay: 'from', contentLocation: false },
  ],
];

/** In full, together more than 8,000 cuts. */
const step = sweepStep(3);

describe(`a run whose stream is cut by RST or FIN at every ${step}th byte`, () => {
  it.each(servers)(
    'R-1, R-3, R-4: by a server that %s: no event lost, none doubled, one run',
    async (_, behaviour) => {
      const { points, ...wrong } = await sweepCuts(behaviour, step, clientFor);
      expect(points).toBeGreaterThan(4800 / step);
      expect(wrong).toEqual({ wrongEvents: [], wrongEnds: [], wrongRuns: [] });
    },
  );

  it('R-1, R-2: by a server that closes the list with an end event', async () => {
    const { points, ...wrong } = await sweepCuts({ events: closedList }, 17, clientFor);
    expect(points).toBeGreaterThan(300);
    expect(wrong).toEqual({ wrongEvents: [], wrongEnds: [], wrongRuns: [] });
  }, 120_000);
});
