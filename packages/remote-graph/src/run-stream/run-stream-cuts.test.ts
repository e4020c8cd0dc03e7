import { describe, expect, it } from 'vitest';
import {
  closedList,
  sharedIds,
  sweepCuts,
  sweptEvents,
} from '../../../../src/testing/fault-servers/cut-sweep.ts';
import type { RunBehaviour } from '../../../../src/testing/fault-servers/fault-run-server.ts';
import { slowness } from '../../../../src/testing/slowness.ts';
import { inFull } from '../../../../src/testing/test-scale.ts';
import { GraphClient } from '../client.ts';

const clientFor = (url: string): GraphClient =>
  new GraphClient({ url, apiKey: null, retries: 0, reconnect: { attempts: 5, baseMs: 1, maxMs: 4 } });

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

/** In full, more than 8,000 cuts. Each sweep starts at another byte, so that together they cover more positions. */
const step = inFull ? 3 : 61;
const kinds = ['rst', 'fin'] as const;
const sweeps = servers.flatMap(([name, behaviour]) => kinds.map((kind) => ({ name, kind, behaviour })));

// Hundreds of connections each.
describe(
  `a run whose stream is cut at every ${step}th byte`,
  { timeout: inFull ? 300_000 : 30_000 * slowness() },
  () => {
    it.each(sweeps.map((sweep, index) => ({ ...sweep, first: (index * 7) % step })))(
      'loses and doubles no event and stays one run, cut by $kind, on a server that $name',
      async ({ behaviour, kind, first }) => {
        const { points, ...wrong } = await sweepCuts(behaviour, { first, step, kind }, clientFor);
        expect(points).toBeGreaterThan(2400 / step);
        expect(wrong).toEqual({ wrongEvents: [], wrongEnds: [], wrongRuns: [] });
      },
    );

    it.each(kinds)(
      'loses and doubles no event, cut by %s, on a server that closes the list with an end event',
      async (kind) => {
        const sweep = { first: 0, step: inFull ? 17 : 61, kind };
        const { points, ...wrong } = await sweepCuts({ events: closedList }, sweep, clientFor);
        expect(points).toBeGreaterThan(2400 / sweep.step);
        expect(wrong).toEqual({ wrongEvents: [], wrongEnds: [], wrongRuns: [] });
      },
    );
  },
);
