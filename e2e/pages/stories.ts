import type { Page } from 'playwright/test';
import { StoryRunner } from '../../src/testing/thread-oracle/perform-story.ts';
import type { StoryServer } from '../../src/testing/thread-oracle/story-servers.ts';
import type { StoryAct, StoryPlan } from '../../src/testing/thread-oracle/story.ts';
import { longWait } from './limits.ts';
import { requestServer } from './server-api.ts';
import { threadRow } from './threads.ts';

/** A plan of the graph `story`. */
export function planOf(stages: StoryPlan['stages'], inner: Partial<StoryPlan['inner']> = {}): StoryPlan {
  return { stages, inner: { sub: [], deep: [], own: [], call: [], ...inner }, calls: 1 };
}

/** A run as an application starts it: it waits for the end, and nobody follows the events. */
export function runOf(plan: StoryPlan): StoryAct {
  return { kind: 'run', door: 'wait', plan, limits: {} };
}

/** Another client acts on a new thread, which is opened afterwards. */
export async function openStory(
  page: Page,
  { server }: StoryServer,
  name: string,
  ...acts: readonly StoryAct[]
): Promise<StoryRunner> {
  const runner = await StoryRunner.create(server.url);
  await runner.runStory({ acts });
  await requestServer(server.url, 'PATCH', `/threads/${runner.threadId}`, { metadata: { name } });
  await threadRow(page, name).click(longWait());
  return runner;
}
