// What the events of a live run cost on a short and on a long thread: from the log of the run through the record to the statuses
// of the canvas.
import { setTimeout as wait } from 'node:timers/promises';
import { median, table } from '../median.mjs';
import { heapBytes, processorMs } from './modules.mjs';
import { benchThread } from './thread.mjs';

/** @typedef {import('../../src/shared/model/thread-record.ts').ThreadRecord} ThreadRecord */
/** @typedef {{ text: string, event: string }} Event */

const tasks = 10_000;
/** Of each task: its start, pieces of its message, its update and its result. */
const eventsOfTask = 10;
const tasksOfBatch = 50;
const batches = tasks / tasksOfBatch;

/** @param {import('./modules.mjs').RecordModules} modules */
export async function liveTable(modules) {
  const tenth = batches / 10;
  const rows = [];
  let memory = '';
  for (const checkpoints of [100, 10_000]) {
    const { batchTimes, settledBytes, heldBytes } = await liveRun(modules, checkpoints);
    for (const [name, from, to] of /** @type {const} */ ([
      ['first', 0, tenth],
      ['last', batches - tenth, batches],
    ])) {
      const ofTenth = batchTimes.slice(from, to);
      const parse = median(ofTenth.map(({ parseMs }) => parseMs));
      const services = median(ofTenth.map(({ servicesMs }) => servicesMs));
      rows.push([
        `${checkpoints}, the ${name} 10,000 events`,
        parse.toFixed(2),
        services.toFixed(1),
        median(ofTenth.map(({ windowMs }) => windowMs)).toFixed(1),
        `${(services / parse).toFixed(0)}x`,
        String(median(ofTenth.map(({ entries }) => entries))),
      ]);
    }
    memory = table(
      ['memory, beside the texts', 'MB'],
      [
        [`${checkpoints} checkpoints, in the services and the window`, (settledBytes / 1e6).toFixed(1)],
        ['100,000 events of 10,000 tasks on top of them', (heldBytes / 1e6).toFixed(1)],
      ],
    );
  }
  const head = ['checkpoints', 'parse, ms a batch', 'services, ms', 'window, ms', 'services / parse'];
  return `${table([...head, 'changed executions'], rows)}\n\n${memory}`;
}

/** @param {import('./modules.mjs').RecordModules} modules @param {number} checkpoints */
async function liveRun(modules, checkpoints) {
  const { GraphClient, createThreadRecords, createRunLog, buildFrameBatch, applyChange, nodeStatuses } =
    modules;
  const thread = benchThread({ checkpoints, bytes: 500, isRunning: true });
  const client = new GraphClient({ url: 'http://bench.invalid', apiKey: null, fetch: thread.fetch });
  const log = createRunLog({
    id: 'live',
    openFile: () => {
      throw new Error('The log does not fit into memory.');
    },
    memoryLimit: 2 ** 30,
    now: () => performance.now(),
    onLoss: () => {},
  });
  const records = createThreadRecords({
    clients: { get: async () => client },
    runLogs: {
      held: async ({ runId }) => (runId === 'live' ? { log, joinedLate: false, release: () => {} } : null),
      active: () => [],
    },
  });
  const stopper = new AbortController();
  const changes = records.watch({ connectionId: 'c', threadId: 't' }, stopper.signal);
  /** @type {ThreadRecord | null} */
  let record = null;
  const next = async () => {
    const { value } = await changes.next();
    return value ?? null;
  };
  const before = heapBytes();
  while ((record?.checkpoints.length ?? 0) < checkpoints) {
    const change = await next();
    if (change !== null) record = applyChange(record, change);
  }
  const settledBytes = heapBytes();
  const batchTimes = [];
  for (let batch = 0; batch < batches; batch += 1) {
    const events = eventsOfBatch(batch);
    const parseStartedMs = processorMs();
    for (const { text } of events) JSON.parse(text);
    const parseMs = processorMs() - parseStartedMs;
    const frames = buildFrameBatch(...events);
    const startedMs = processorMs();
    await log.append(frames);
    const lastId = idOf((batch + 1) * tasksOfBatch - 1);
    let windowMs = 0;
    let entries = 0;
    for (let isSeen = false; !isSeen;) {
      const change = await next();
      if (change === null) throw new Error('The record ended.');
      const windowStartedMs = processorMs();
      record = applyChange(record, change);
      if (record === null) throw new Error('The record is gone.');
      nodeStatuses(record, { kind: 'head' });
      windowMs += processorMs() - windowStartedMs;
      /** @type {readonly unknown[]} */
      const executions = change.kind === 'change' ? change.executions : record.executions;
      entries += executions.filter((part) => !Array.isArray(part)).length;
      isSeen = record.executions.some(({ taskId, status }) => taskId === lastId && status === 'finished');
    }
    batchTimes.push({ parseMs, servicesMs: processorMs() - startedMs - windowMs, windowMs, entries });
  }
  const heldBytes = heapBytes() - settledBytes;
  stopper.abort();
  await changes.return(undefined);
  await wait(0);
  return { batchTimes, settledBytes: settledBytes - before, heldBytes };
}

/** @param {number} task */
const idOf = (task) => `1f1e78e1-9b2c-4e6f-a1d0-${String(task).padStart(12, '0')}`;

/** @param {number} batch @returns {Event[]} */
function eventsOfBatch(batch) {
  return Array.from({ length: tasksOfBatch }, (_, index) => eventsOf(batch * tasksOfBatch + index)).flat();
}

/** @param {number} task @returns {Event[]} */
function eventsOf(task) {
  const id = idOf(task);
  const name = ['plan', 'left', 'right'][task % 3] ?? 'plan';
  const started = {
    id,
    name,
    input: { text: 'x'.repeat(100) },
    triggers: [`branch:to:${name}`],
    interrupts: [],
  };
  const piece = [
    { content: 'a few words', id: `message-${task}`, type: 'AIMessageChunk' },
    { langgraph_node: name, langgraph_checkpoint_ns: `${name}:${id}` },
  ];
  return [
    { event: 'tasks', text: JSON.stringify(started) },
    ...Array.from({ length: eventsOfTask - 3 }, () => ({ event: 'messages', text: JSON.stringify(piece) })),
    { event: 'updates', text: JSON.stringify({ [name]: { text: 'y'.repeat(100) } }) },
    { event: 'tasks', text: JSON.stringify({ id, name, result: { text: 'y'.repeat(100) }, interrupts: [] }) },
  ];
}
