import { callStudio } from './studio-calls.mjs';

/** @typedef {import('playwright').Page} Page */

const connectionId = 'demo';

/**
 * As the studio starts a run that nobody chose options for.
 * @type {import('../../../src/shared/model/run-options.ts').RunOptions}
 */
const defaultOptions = {
  streamModes: ['values', 'updates', 'tasks', 'messages-tuple', 'custom'],
  subgraphs: true,
  multitaskStrategy: 'reject',
  configText: null,
  contextText: null,
  metadataText: null,
  recursionLimit: null,
  durability: 'async',
  webhook: { kind: 'none' },
  afterSeconds: null,
  interruptBefore: [],
  interruptAfter: [],
  feedbackKeys: [],
  onCompletion: 'delete',
};

/** Names of threads used by screenshots. */
export const named = {
  forked: 'Release notes, November',
  approved: 'Release notes, October',
  question: 'Hello, my order 4711',
  failed: 'Charge the card of order 4711',
  waiting: 'Sunday maintenance, four languages',
  ledger: 'Fourth quarter, all accounts',
  running: 'Quarterly report',
  agent: 'Compare the tides of two harbours',
};

/**
 * Makes threads as a week of work would leave them: done, waiting, failed and running, of every graph, oldest first.
 * @param {Page} page
 */
export async function makeThreads(page) {
  await ran(page, 'ledger', 'Third quarter, all accounts', { count: 40, pace: 0 });
  await ran(page, 'support', null, {
    messages: [{ type: 'human', content: 'Good morning. Did order 4712 arrive?' }],
    pace: 0,
  });
  await ran(page, 'broken', 'Notify without a charge', { how: 'jump', pace: 0 });
  await ran(page, 'writer', null, { topic: 'Internal notes', pace: 0 });
  await october(page);
  await ran(page, 'broken', named.failed, { how: 'throw', pace: 120 });
  await ran(page, 'fanout', named.waiting, { pace: 150 });
  await ran(page, 'support', null, { pace: 900 });
  await ran(page, 'ledger', named.ledger, { count: 12, depth: 24, big: true, pace: 60 });
  await ran(page, 'agent', named.agent, {
    messages: [{ type: 'human', content: named.agent }],
    pace: 120,
  });
  await started(page, 'writer', 'Release notes, December, with every change since the spring', {
    topic: 'December release',
    pace: 60_000,
  });
  await november(page);
}

/** What a graph may remember of its users. @param {Page} page */
export async function makeItems(page) {
  /** @type {readonly [string[], string, object][]} */
  const items = [
    [['users', 'ada'], 'profile', { name: 'Ada', likes: ['tides', 'harbours'], since: 1843, vip: true }],
    [['users', 'ada', 'notes'], '2026-11-20', { kind: 'note', text: 'Asked for shorter release notes' }],
    [['users', 'ada', 'notes'], '2026-11-21', { kind: 'note', text: 'Prefers fixes before highlights' }],
    [['users', 'bob'], 'profile', { name: 'Bob', likes: [], since: 2019, vip: false }],
    [['products', 'orders'], '4711', { state: 'delivered', total: 129.9 }],
  ];
  for (const [namespace, key, value] of items) {
    await callStudio(page, 'store.put', {
      connectionId,
      namespace,
      key,
      valueText: JSON.stringify(value),
      ttlMinutes: null,
      expected: null,
    });
  }
}

/** One that takes a minute to go through all of its nodes. @param {Page} page */
export async function makeRunning(page) {
  await started(page, 'writer', named.running, { topic: 'Quarterly report', pace: 6000 });
}

/** Three whose ends the server reports: waiting, failed, done. @param {Page} page */
export async function makeReportedRuns(page) {
  await ran(page, 'writer', 'Reported: notes of the week', { topic: 'Notes of the week', pace: 0 }, true);
  await ran(page, 'broken', 'Reported: charge the card', { how: 'throw', pace: 0 }, true);
  await ran(page, 'support', null, { pace: 0 }, true);
}

/** One that went all the way. @param {Page} page */
async function october(page) {
  const run = await ran(page, 'writer', named.approved, { topic: 'October release', pace: 0 });
  await resume(page, run, { approved: true, note: '' });
}

/**
 * The one that most pictures are about: sent round again by its reviewer, then edited at an earlier checkpoint. It
 * waits for an answer on both branches.
 * @param {Page} page
 */
async function november(page) {
  const run = await ran(page, 'writer', named.forked, { topic: 'November release', pace: 260 });
  await resume(page, run, { approved: false, note: 'Say first what was broken' });
  const { threadId } = run;
  const { checkpoints } = await callStudio(page, 'threads.history', {
    connectionId,
    threadId,
    before: null,
    limit: 100,
  });
  const planned = checkpoints.find(({ writers, step }) => writers.includes('plan') && step === 1);
  if (!planned) throw new Error('The thread has no checkpoint of its first plan.');
  await callStudio(page, 'threads.updateState', {
    connectionId,
    threadId,
    checkpointId: planned.checkpointId,
    expectedHeadId: null,
    asNode: 'plan',
    changes: [{ key: 'topic', valueText: '"November release, second edition"' }],
  });
  await start(page, run.threadId, run.assistantId, { kind: 'continue' });
  await settled(page, threadId);
}

/**
 * @param {Page} page @param {{ threadId: string, assistantId: string }} run @param {unknown} answer
 */
async function resume(page, { threadId, assistantId }, answer) {
  const { interrupts } = await callStudio(page, 'threads.state', {
    connectionId,
    threadId,
    checkpointId: null,
  });
  const answers = interrupts.flatMap(({ id }) =>
    id === null ? [] : [{ interruptId: id, valueText: JSON.stringify(answer) }],
  );
  await start(page, threadId, assistantId, {
    kind: 'resume',
    answers,
    goto: [],
    updateText: null,
  });
  await settled(page, threadId);
}

/**
 * A run of a new thread, waited for.
 * @param {Page} page @param {string} graphId @param {string | null} name @param {unknown} input @param {boolean} [webhook]
 */
async function ran(page, graphId, name, input, webhook = false) {
  const run = await started(page, graphId, name, input, webhook);
  await settled(page, run.threadId);
  return run;
}

/**
 * @param {Page} page @param {string} graphId @param {string | null} name `null`: the studio finds one in what was said.
 * @param {unknown} input @param {boolean} [webhook] Has the server report its end.
 */
async function started(page, graphId, name, input, webhook = false) {
  const assistants = await callStudio(page, 'assistants.list', { connectionId });
  const assistantId = assistants.find((assistant) => assistant.graphId === graphId)?.assistantId;
  if (assistantId === undefined) throw new Error(`The demo server has no ${graphId}.`);
  const { threadId } = await callStudio(page, 'threads.create', { connectionId, graphId, name });
  await start(page, threadId, assistantId, { kind: 'input', inputText: JSON.stringify(input) }, webhook);
  return { threadId, assistantId };
}

/**
 * @param {Page} page @param {string} threadId @param {string} assistantId
 * @param {import('../../../src/shared/model/run-request.ts').RunTrigger} how @param {boolean} [webhook]
 */
async function start(page, threadId, assistantId, how, webhook = false) {
  await callStudio(page, 'runs.start', {
    connectionId,
    assistantId,
    threadId,
    checkpointId: null,
    checkpointNs: '',
    trigger: how,
    background: false,
    options: webhook ? { ...defaultOptions, webhook: { kind: 'listener' } } : defaultOptions,
  });
}

/** @param {Page} page @param {string} threadId */
async function settled(page, threadId) {
  for (;;) {
    const runs = await callStudio(page, 'runs.list', { connectionId, threadId });
    const thread = await callStudio(page, 'threads.get', { connectionId, threadId });
    const isOver = runs.every(({ status }) => status !== 'pending' && status !== 'running');
    if (isOver && thread.status !== 'busy') return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
