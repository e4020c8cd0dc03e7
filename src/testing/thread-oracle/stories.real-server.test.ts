import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inFull } from '../test-scale.ts';
import { slowness } from '../slowness.ts';
import { testServer } from '../real-server/test-server.ts';
import { contradictionsOfJournal } from './check-journal.ts';
import { readJournal } from './journal.ts';
import { readThread } from './oracle.ts';
import { StoryTeller } from './perform-story.ts';
import { readAnswers } from './read-answers.ts';
import { startStoryServer, type StoryServer } from './story-servers.ts';
import { storyOf } from './story.ts';

const { STORY_SEED, STORY_COUNT, STORY_PARALLEL, STORY_DUMP, RANDOM_SEED } = process.env;

/** `STORY_SEED=N` tells the story of a failure again, and `STORY_DUMP=folder` keeps what the server said of those that fail. */
const firstSeed = Number(STORY_SEED ?? RANDOM_SEED ?? Date.now() % 1_000_000_000);
const usualCount = inFull ? 10_000 : 300;
const count = Number(STORY_COUNT ?? (STORY_SEED === undefined ? usualCount : 1));
const parallel = Number(STORY_PARALLEL ?? 8);
/** `npm test` tells as many as fit into half a minute. */
const budgetMs =
  STORY_COUNT === undefined && !inFull && testServer === 'javascript' ? 25_000 : Number.POSITIVE_INFINITY;
/** A story takes a second or two, most of it spent waiting for the server to begin runs. */
const maxStoryMs = 3_000 * slowness();

let stories: StoryServer;
beforeAll(async () => {
  stories = await startStoryServer();
});
afterAll(() => stories.stop());

/** What is wrong about the story of a seed. */
async function faultsOf(seed: number): Promise<string[]> {
  const story = storyOf(seed);
  const teller = await StoryTeller.create(stories.server.url);
  await teller.tell(story);
  const answers = await readAnswers(stories.server.url, teller.threadId);
  const journal = await readJournal(stories.journal, teller.threadId);
  const reading = readThread(answers);
  const faults = contradictionsOfJournal(reading, journal);
  await teller.forget();
  // What a failure is looked into with.
  if (STORY_DUMP !== undefined && faults.length > 0) {
    const text = JSON.stringify({
      seed,
      story,
      answers,
      checkpoints: [...answers.checkpoints],
      journal,
      faults,
    });
    await writeFile(join(STORY_DUMP, `${seed}.json`), text);
  }
  return faults;
}

it(
  'reads what random stories made a server do as their nodes noted it',
  async () => {
    const failures: string[] = [];
    const deadline = performance.now() + budgetMs;
    let next = 0;
    const work = async (): Promise<void> => {
      while (next < count && failures.length < 20 && performance.now() < deadline) {
        const seed = firstSeed + next;
        next += 1;
        const faults = await faultsOf(seed).catch((error: unknown) => [String(error)]);
        if (faults.length > 0) failures.push(`STORY_SEED=${seed}\n  ${faults.join('\n  ')}`);
      }
    };
    await Promise.all(Array.from({ length: Math.min(parallel, count) }, work));
    expect(failures.join('\n')).toBe('');
  },
  60_000 + Math.min(budgetMs, count * maxStoryMs),
);
