import { afterAll, beforeAll, expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import { readThreadRecord } from '../../services/threads/record/read-thread-record.ts';
import { totalsIn } from '../../shared/thread-record/overlay.ts';
import { slowness } from '../slowness.ts';
import { faultsOfRecord } from './compare-record.ts';
import { faultsOfTimes } from './compare-times.ts';
import { readJournal } from './journal.ts';
import { readThread } from './oracle.ts';
import { StoryRunner } from './perform-story.ts';
import { readAnswers } from './read-answers.ts';
import { startStoryServer, type StoryServer } from './story-servers.ts';
import type { StoryPlan } from './story.ts';

let stories: StoryServer;
beforeAll(async () => {
  stories = await startStoryServer();
});
afterAll(() => stories.stop());

/** Times are rounded to milliseconds. */
const toleranceMs = 3;

/** 100 tasks side by side, 30 one after another, and a subgraph in a subgraph. */
const plan: StoryPlan = {
  stages: [
    Array.from({ length: 100 }, (_, index) => ({
      node: 'a',
      waitMs: 100,
      isSent: true,
      item: String(index),
    })),
    ...Array.from({ length: 30 }, () => [{ node: 'b', waitMs: 10 }]),
    [{ node: 'sub' }],
  ],
  inner: { sub: [[{ node: 'deep' }]], deep: [[{ node: 'c', waitMs: 50 }]], own: [], call: [] },
  calls: 1,
};

it(
  'a node that ran many times took as long as its server says, and nothing took longer than what it ran inside of',
  async () => {
    const runner = await StoryRunner.create(stories.server.url);
    await runner.runStory({ acts: [{ kind: 'run', door: 'wait', plan, limits: { recursionLimit: 200 } }] });
    const answers = await readAnswers(stories.server.url, runner.threadId);
    const reading = readThread(answers);
    const journal = await readJournal(stories.journal, runner.threadId);
    const client = new GraphClient({ url: stories.server.url });
    const record = await readThreadRecord(client, runner.threadId, new AbortController().signal);
    expect(faultsOfRecord(record, { answers, reading, journal })).toEqual([]);
    expect(faultsOfTimes(record, reading, journal)).toEqual([]);

    const [run] = record.runs;
    const runMs = (run?.endedAt ?? NaN) - (run?.createdAt ?? NaN);
    const totals = totalsIn(record, { kind: 'run', runId: run?.runId ?? '' });
    const timeOf = (nodeId: string): { readonly ms: number; readonly sumMs: number } => {
      const time = totals.get(nodeId)?.time ?? null;
      if (time === null) throw new Error(`No time of ${nodeId}.`);
      return time;
    };
    const rows = answers.checkpoints.get('') ?? [];
    /** What the server's checkpoints give for the supersteps of a node: from each to the one made of it. */
    const superstepsMs = (node: string): number =>
      rows.reduce((sum, row) => {
        const before = rows.find(
          ({ checkpoint }) => checkpoint.checkpoint_id === row.parent_checkpoint?.checkpoint_id,
        );
        if (before === undefined || !before.next.includes(node)) return sum;
        return sum + Date.parse(row.created_at) - Date.parse(before.created_at);
      }, 0);
    const notedMs = (node: string): number =>
      journal.reduce((sum, span) => sum + (span.node === node ? span.lastAt - span.startedAt : 0), 0);

    expect([totals.get('a')?.visits, totals.get('b')?.visits]).toEqual([100, 30]);
    // Side by side: no longer than their superstep by the clock, while the sum is that of all.
    expect(timeOf('a').ms).toBeLessThanOrEqual(superstepsMs('a') + toleranceMs);
    expect(timeOf('a').ms).toBeLessThan(runMs);
    expect(timeOf('a').sumMs).toBeGreaterThanOrEqual(notedMs('a') - 100 * toleranceMs);
    expect(timeOf('a').sumMs).toBeLessThanOrEqual(100 * timeOf('a').ms);
    // One after another: both are the same.
    expect(timeOf('b').ms).toBe(timeOf('b').sumMs);
    expect(Math.abs(timeOf('b').ms - superstepsMs('b'))).toBeLessThanOrEqual(30 * toleranceMs);
    expect(timeOf('b').ms).toBeGreaterThanOrEqual(notedMs('b') - 30 * toleranceMs);
    // Inside of each other.
    expect(timeOf('sub:deep:c').ms).toBeLessThanOrEqual(timeOf('sub:deep').ms);
    expect(timeOf('sub:deep').ms).toBeLessThanOrEqual(timeOf('sub').ms);
    expect(timeOf('sub').ms).toBeLessThanOrEqual(runMs);
    expect(timeOf('a').ms + timeOf('b').ms + timeOf('sub').ms).toBeLessThanOrEqual(runMs + toleranceMs);
  },
  60_000 * slowness(),
);
