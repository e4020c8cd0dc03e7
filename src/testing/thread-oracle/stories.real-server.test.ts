import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { inspect, isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import type { ThreadRecord } from '../../shared/model/thread-record.ts';
import { inFull } from '../test-scale.ts';
import { slowness } from '../slowness.ts';
import { testServer } from '../real-server/test-server.ts';
import { readThreadRecord } from '../../services/threads/record/read-thread-record.ts';
import { contradictionsOfJournal } from './check-journal.ts';
import { faultsOfFollowed } from './compare-followed.ts';
import { faultsOfProjections } from './compare-projections.ts';
import { faultsOfRecord, type StoryEvidence } from './compare-record.ts';
import { faultsOfTimes } from './compare-times.ts';
import { StoryFollower, type FollowedRecords } from './follow-story.ts';
import { readJournal, type JournalSpan } from './journal.ts';
import { readThread } from './oracle.ts';
import { StoryRunner } from './perform-story.ts';
import { readAnswers, type RawAnswers } from './read-answers.ts';
import { startStoryServer, type StoryServer } from './story-servers.ts';
import { followingOf, storyOf } from './story.ts';

const { STORY_SEED, STORY_COUNT, STORY_PARALLEL, STORY_DUMP, RANDOM_SEED } = process.env;

/** `STORY_SEED=N` tells the story of a failure again, and `STORY_DUMP=folder` keeps what the server said of those that fail. */
const firstSeed = Number(STORY_SEED ?? RANDOM_SEED ?? Date.now() % 1_000_000_000);
const defaultCount = inFull ? 10_000 : 300;
const count = Number(STORY_COUNT ?? (STORY_SEED === undefined ? defaultCount : 1));
const parallel = Number(STORY_PARALLEL ?? 8);
/** `npm test` runs as many as fit into half a minute. Those that have started by then take some more seconds. */
const budgetMs =
  STORY_COUNT === undefined && !inFull && testServer === 'javascript' ? 20_000 : Number.POSITIVE_INFINITY;
/** A story takes a second or two, most of it spent waiting for the server to begin runs. */
const maxStoryMs = 3_000 * slowness();

const { signal } = new AbortController();

/** A studio follows the runs of one story in eight, which takes several times as long. */
const followedShare = 8;

let stories: StoryServer;
let follower: StoryFollower;
beforeAll(async () => {
  stories = await startStoryServer();
  follower = await StoryFollower.create(stories.server.url);
});
afterAll(async () => {
  await follower.stop();
  await stories.stop();
});

/** A run that was told to stop may still write for a while, although its record has ended. */
async function readSettled(threadId: string): Promise<{ answers: RawAnswers; record: ThreadRecord }> {
  const { url } = stories.server;
  for (;;) {
    const answers = await readAnswers(url, threadId);
    const record = await readThreadRecord(new GraphClient({ url }), threadId, signal);
    if (isDeepStrictEqual(await readAnswers(url, threadId), answers)) return { answers, record };
  }
}

/** What is wrong about the story of a seed. */
async function faultsOf(seed: number): Promise<string[]> {
  const story = storyOf(seed);
  const following = followingOf(seed, followedShare);
  const runner = await StoryRunner.create(stories.server.url, following?.isResumable);
  const followed = following && follower.open(runner.threadId, following.joinDelays);
  await runner.runStory(story);
  const { answers, record } = await readSettled(runner.threadId);
  const records = (await followed?.read()) ?? null;
  const reading = readThread(answers);
  let journal: JournalSpan[] = [];
  let faults: string[] = [];
  // Notes are written beside the run: on a busy machine they may be late.
  for (let attempt = 0; attempt < 2 * slowness(); attempt += 1) {
    if (attempt > 0) await delay(500);
    journal = await readJournal(stories.journal, runner.threadId);
    faults = [
      ...contradictionsOfJournal(reading, journal).map((fault) => `oracle: ${fault}`),
      ...faultsOfRecord(record, { answers, reading, journal }).map((fault) => `record: ${fault}`),
      ...faultsOfProjections(record, answers, reading).map((fault) => `projections: ${fault}`),
      ...faultsOfTimes(record, reading, journal).map((fault) => `times: ${fault}`),
      ...(records === null ? [] : faultsWithEvents(records, { answers, reading, journal })),
    ];
    if (faults.length === 0) break;
  }
  await runner.deleteThread();
  // What a failure is looked into with.
  if (STORY_DUMP !== undefined && faults.length > 0) {
    const text = JSON.stringify({
      seed,
      story,
      answers,
      record,
      records,
      checkpoints: [...answers.checkpoints],
      journal,
      faults,
    });
    await writeFile(join(STORY_DUMP, `${seed}.json`), text);
  }
  return faults;
}

/** What the records of a studio that followed the runs say otherwise than each other, the server and the nodes. */
function faultsWithEvents(records: FollowedRecords, evidence: StoryEvidence): string[] {
  const { merged } = records;
  const { answers, reading } = evidence;
  // The server lists nothing of what only events report.
  const listed = { ...merged, executions: merged.executions.filter(({ before }) => before !== null) };
  return [
    ...faultsOfFollowed(records),
    ...faultsOfRecord(merged, { ...evidence, hasEvents: true }),
    ...faultsOfProjections(listed, answers, reading),
    ...faultsOfTimes(listed, reading, null),
  ].map((fault) => `events: ${fault}`);
}

it(
  'the record of a random story says what the server and the nodes say',
  async () => {
    const failures: string[] = [];
    const deadline = performance.now() + budgetMs;
    let next = 0;
    const work = async (): Promise<void> => {
      while (next < count && failures.length < 20 && performance.now() < deadline) {
        const seed = firstSeed + next;
        next += 1;
        const faults = await faultsOf(seed).catch((error: unknown) => [inspect(error)]);
        if (faults.length > 0) failures.push(`STORY_SEED=${seed}\n  ${faults.join('\n  ')}`);
      }
    };
    await Promise.all(Array.from({ length: Math.min(parallel, count) }, work));
    expect(failures.join('\n')).toBe('');
  },
  20_000 * slowness() + Math.min(budgetMs, count * maxStoryMs),
);
