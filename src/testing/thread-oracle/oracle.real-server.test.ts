import { afterAll, beforeAll, expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import { readThreadRecord } from '../../services/threads/record/read-thread-record.ts';
import type { Execution, ThreadRecord } from '../../shared/model/thread-record.ts';
import { contradictionsOfJournal } from './check-journal.ts';
import { faultsOfProjections } from './compare-projections.ts';
import { faultsOfRecord, type StoryEvidence } from './compare-record.ts';
import { faultsOfTimes } from './compare-times.ts';
import { readJournal } from './journal.ts';
import { readThread, type OracleReading } from './oracle.ts';
import { StoryRunner } from './perform-story.ts';
import { readAnswers } from './read-answers.ts';
import { startStoryServer, type StoryServer } from './story-servers.ts';
import type { StoryAct, StoryPlan } from './story.ts';

let stories: StoryServer;
beforeAll(async () => {
  stories = await startStoryServer();
});
afterAll(() => stories.stop());

const noGraphs = { sub: [], deep: [], own: [], call: [] };
const planOf = (stages: StoryPlan['stages'], inner: Partial<StoryPlan['inner']> = {}): StoryPlan => ({
  stages,
  inner: { ...noGraphs, ...inner } as StoryPlan['inner'],
  calls: 1,
});
const run = (plan: StoryPlan, limits: Extract<StoryAct, { kind: 'run' }>['limits'] = {}): StoryAct => ({
  kind: 'run',
  door: 'wait',
  plan,
  limits,
});

async function runStory(
  acts: readonly StoryAct[],
): Promise<StoryEvidence & { readonly threadId: string; readonly reading: OracleReading }> {
  const runner = await StoryRunner.create(stories.server.url);
  await runner.runStory({ acts });
  const answers = await readAnswers(stories.server.url, runner.threadId);
  const reading = readThread(answers);
  const journal = await readJournal(stories.journal, runner.threadId);
  expect(contradictionsOfJournal(reading, journal)).toEqual([]);
  return { answers, reading, journal, threadId: runner.threadId };
}

/** `a finished`: each task with how it stands, `?` where more than one is possible. */
const statusTexts = ({ tasks }: OracleReading): string[] =>
  tasks.map(({ nodePath, statuses }) => `${nodePath} ${statuses.size === 1 ? [...statuses].join('') : '?'}`);
const endings = ({ runs }: OracleReading): string[] => runs.map((one) => [...one.endings].join('/'));

it('distinguishes the first of two sequential questions from the second, which has the same id', async () => {
  const asks = run(planOf([[{ node: 'a', questions: 2 }], [{ node: 'b' }]]));
  const first = (await runStory([asks])).reading;
  expect(statusTexts(first)).toEqual(['enter finished', 'a interrupted']);
  const second = (await runStory([asks, { kind: 'resumeAll' }])).reading;
  expect(statusTexts(second)).toEqual(['enter finished', 'a interrupted']);
  expect(second.waitingIds.size).toBe(1);
  const done = (await runStory([asks, { kind: 'resumeAll' }, { kind: 'resumeAll' }])).reading;
  expect(statusTexts(done)).toEqual(['enter finished', 'a finished', 'b finished']);
  expect(done.waitingIds.size).toBe(0);
  expect(endings(done).at(-1)).toBe('finished');
});

it('finds the nodes of a subgraph in a subgraph, and who called it', async () => {
  const plan = planOf([[{ node: 'sub' }]], { sub: [[{ node: 'deep' }]], deep: [[{ node: 'a' }]] });
  const { reading } = await runStory([run(plan)]);
  expect(statusTexts(reading).toSorted()).toEqual(
    ['enter', 'sub', 'gather', 'sub:enter', 'sub:deep', 'sub:gather', 'sub:deep:enter', 'sub:deep:a']
      .map((path) => `${path} finished`)
      .toSorted(),
  );
  const parent = reading.tasks.find(({ nodePath }) => nodePath === 'sub:deep');
  const inner = reading.tasks.find(({ nodePath }) => nodePath === 'sub:deep:a');
  expect(inner?.parentTaskId).toBe(parent?.taskId);
});

it('finds the nodes of a subgraph with its own checkpointer, in the call that ran them', async () => {
  const plan = planOf([[{ node: 'own' }], [{ node: 'own' }]], { own: [[{ node: 'a' }]] });
  const { reading } = await runStory([run(plan)]);
  const calls = reading.tasks.filter(({ nodePath }) => nodePath === 'own').map(({ taskId }) => taskId);
  const inner = reading.tasks.filter(({ nodePath }) => nodePath === 'own:a');
  expect(inner.map(({ parentTaskId }) => parentTaskId)).toEqual(calls);
});

it('distinguishes a task that failed from the siblings that its error aborted', async () => {
  const plan = planOf([[{ node: 'a', failures: 9, waitMs: 5 }, { node: 'b', waitMs: 200 }, { node: 'c' }]]);
  const { reading } = await runStory([run(plan)]);
  const failed = reading.tasks.find(({ name }) => name === 'a');
  const aborted = reading.tasks.find(({ name }) => name === 'b');
  expect([...(failed?.statuses ?? [])][0]).toBe('failed');
  expect([...(aborted?.statuses ?? [])][0]).toBe('aborted');
  expect(reading.runs[0]?.failedTaskIds).toEqual(new Set([failed?.taskId]));
  expect(reading.runs[0]?.isRecursionLimit).toBe(false);
});

it('knows the recursion limit, and a breakpoint, by the checkpoint at which the run stopped', async () => {
  const plan = planOf([[{ node: 'a' }], [{ node: 'b' }], [{ node: 'a' }], [{ node: 'b' }]]);
  const limited = (await runStory([run(plan, { recursionLimit: 2 })])).reading;
  expect(limited.runs[0]?.endings.has('failed')).toBe(true);
  expect(limited.runs[0]?.isRecursionLimit).toBe(true);
  const paused = (await runStory([run(plan, { interruptBefore: ['b'] })])).reading;
  expect(endings(paused)).toEqual(['paused']);
});

it('denies what the notes of the nodes deny', async () => {
  const { reading, journal } = await runStory([run(planOf([[{ node: 'a', waitMs: 20, questions: 1 }]]))]);
  const changed = (change: object): OracleReading => ({
    ...reading,
    tasks: reading.tasks.map((task) => (task.name === 'a' ? { ...task, ...change } : task)),
  });
  const wrong = [
    { statuses: new Set(['finished']) },
    { latestEnd: (reading.tasks.at(-1)?.earliestStart ?? 0) + 1 },
    { earliestStart: Date.now() },
    { taskId: 'another' },
  ];
  for (const change of wrong) expect(contradictionsOfJournal(changed(change), journal)).not.toEqual([]);
});

it('finds what a record says wrongly', async () => {
  const plan = planOf([[{ node: 'a', waitMs: 30 }], [{ node: 'sub' }], [{ node: 'b', questions: 1 }]], {
    sub: [[{ node: 'c', waitMs: 20 }]],
  });
  const { threadId, ...evidence } = await runStory([run(plan)]);
  const { signal } = new AbortController();
  const record = await readThreadRecord(new GraphClient({ url: stories.server.url }), threadId, signal);
  const faultsOf = (one: ThreadRecord): string[] => [
    ...faultsOfRecord(one, evidence),
    ...faultsOfProjections(one, evidence.answers, evidence.reading),
    ...faultsOfTimes(one, evidence.reading, evidence.journal),
  ];
  expect(faultsOf(record)).toEqual([]);
  const withNode = (nodeId: string, change: (execution: Execution) => Partial<Execution>): ThreadRecord => ({
    ...record,
    executions: record.executions.map((one) => (one.nodeId === nodeId ? { ...one, ...change(one) } : one)),
  });
  const moved = (by: number, { spans }: Execution): Partial<Execution> => ({
    spans: spans.map((span) => ({
      ...span,
      startedAt: span.startedAt && { ...span.startedAt, ms: span.startedAt.ms + by },
      endedAt: span.endedAt && { ...span.endedAt, ms: span.endedAt.ms + by },
    })),
  });
  const wrong: Readonly<Record<string, ThreadRecord>> = {
    'another head': { ...record, headId: null },
    'a checkpoint too few': { ...record, checkpoints: record.checkpoints.slice(1) },
    'an execution too few': { ...record, executions: record.executions.slice(1) },
    'no execution': { ...record, executions: [] },
    'a node that ran as next': withNode('a', () => ({ status: 'next', spans: [] })),
    'a node that asks as finished': withNode('b', () => ({ status: 'finished' })),
    'a subgraph at the top': withNode('sub:c', () => ({ parentId: null })),
    'another checkpoint': withNode('a', () => ({ made: record.headId })),
    'an earlier time': withNode('a', (one) => moved(-2000, one)),
    'a later time': withNode('sub:c', (one) => moved(2000, one)),
    'no time of a node': withNode('a', () => ({ spans: [] })),
    'no question': { ...record, questions: [] },
    'an answered question': {
      ...record,
      questions: record.questions.map((question) => ({ ...question, status: 'answered' })),
    },
    'a finished run': {
      ...record,
      runs: record.runs.map((one) => ({ ...one, ending: { kind: 'finished' } })),
    },
    'no run': { ...record, runs: [] },
  };
  const overlooked = Object.entries(wrong).filter(([, one]) => faultsOf(one).length === 0);
  expect(overlooked.map(([what]) => what)).toEqual([]);
});
