import { memberText, memberTexts } from 'exact-json';
import { rawTextOf, type GraphClient, type WireThreadState } from 'remote-graph-client/client';
import { readInterrupts } from '../../shared/read-interrupts.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ThreadState } from '../../shared/model/thread.ts';
import { nonEmptyStringOrNull } from '../common/narrow.ts';
import { toRunStatus } from '../runs/run-mapper.ts';
import { noAnswerEvidence, type AnswerEvidence, type UnlistedTask } from './mappers/finished-tasks.ts';
import { toThreadState } from './mappers/state-mapper.ts';
import { recordOrEmpty } from '../../shared/narrow.ts';

const latestRuns = 50;

interface Options {
  readonly signal: AbortSignal;
  readonly purpose: string;
}

/**
 * Maps a newest state: the one place that says what of a thread waits. If the state does not say which tasks
 * were answered, consults what was certain at earlier reads, the thread record, which lists what the last run
 * left waiting, then the answers of earlier runs. What stays unclear is marked `perhapsAnswered`.
 */
export async function resolveAnsweredTasks(
  client: GraphClient,
  threadId: string,
  wire: WireThreadState,
  options: Options,
): Promise<ThreadState> {
  const text = rawTextOf(wire);
  let evidence = noAnswerEvidence;
  let state = toThreadState(threadId, text);
  let isClear = !isUnclear(state) && !hasAnsweredTasks(wire);
  for (const read of [answersInRecord, answersOfRuns]) {
    if (isClear) break;
    try {
      const resolved = await read(client, threadId, options, { wire, state, evidence });
      evidence = { ...evidence, remembered: recallTasks(client), ...resolved };
    } catch (error) {
      if (options.signal.aborted) throw error;
      // A server without this route leaves it unclear, as the state then says.
    }
    state = toThreadState(threadId, text, evidence);
    isClear = !isUnclear(state) && evidence.unlisted.length === 0;
  }
  rememberTasks(client, state, evidence);
  return state;
}

function isUnclear({ interrupts }: ThreadState): boolean {
  return interrupts.some(({ perhapsAnswered }) => perhapsAnswered);
}

// Whether tasks without a result are not next any more: what else the thread waits for, only its record shows.
function hasAnsweredTasks({ next, tasks }: WireThreadState): boolean {
  if (!Array.isArray(next) || !Array.isArray(tasks)) return false;
  return tasks.filter(({ result }) => result === null || result === undefined).length > next.length;
}

interface KnownState {
  readonly wire: WireThreadState;
  readonly state: ThreadState;
  readonly evidence: AnswerEvidence;
}

// The record follows its run by a moment. Busy for longer, it is of an earlier run than the state.
const recordDelaysMs = [0, 200, 400];

async function answersInRecord(
  client: GraphClient,
  threadId: string,
  options: Options,
  knownState: KnownState,
): Promise<Pick<AnswerEvidence, 'recorded' | 'unlisted'>> {
  for (const delayMs of recordDelaysMs) {
    await sleep(delayMs, undefined, { signal: options.signal });
    const record = await client.threads.get(threadId, options);
    if (record.status === 'busy') continue;
    const recordText = rawTextOf(record);
    const recorded = countByTask(memberText(recordText, 'interrupts'));
    if (recorded === null) break;
    return { recorded, unlisted: unlistedTasks(recordText, knownState) };
  }
  return { recorded: null, unlisted: [] };
}

// Tasks with questions that the state does not have. Only if the record describes the level of the state: with streamed
// subgraphs it may describe the one that ended last.
function unlistedTasks(recordText: string, { wire, state }: KnownState): UnlistedTask[] {
  const recorded = memberTexts(memberText(recordText, 'interrupts') ?? '{}');
  const isOfLevel = (wire.tasks ?? []).some(({ id }) => recorded.some(({ key }) => key === id));
  if (!isOfLevel) return [];
  const taskIds = new Set(state.tasks.map(({ id }) => id));
  return recorded
    .filter(({ key }) => !taskIds.has(key))
    .map(({ key, text }) => ({
      id: key,
      nodeId: unknownNode,
      interrupts: readInterrupts(text).map(({ id, valueText, schemaText }) => ({
        id,
        valueText,
        schemaText,
      })),
    }))
    .filter(({ interrupts }) => interrupts.length > 0);
}

const unknownNode = '?';

// Interrupts by task; `null` if the record does not say whose they are. A task may be listed with none.
function countByTask(text: string | null): ReadonlyMap<string, number> | null {
  if (text?.trimStart().startsWith('{') !== true) return null;
  const members = memberTexts(text);
  if (members.some(({ key }) => key === '__interrupt__')) return null;
  const counts = new Map(members.map(({ key }) => [key, 0]));
  for (const { taskId } of readInterrupts(text))
    if (taskId !== null) counts.set(taskId, (counts.get(taskId) ?? 0) + 1);
  return counts;
}

async function answersOfRuns(
  client: GraphClient,
  threadId: string,
  options: Options,
  { evidence: { unlisted } }: KnownState,
): Promise<Pick<AnswerEvidence, 'answers' | 'newestAnswers' | 'unlisted'>> {
  const runs = await client.runs.list(threadId, { limit: latestRuns }, options);
  const ended = runs.filter((run) => ['success', 'interrupted'].includes(toRunStatus(run)));
  const answers = new Map<string, number>();
  for (const id of ended.flatMap(answeredBy)) answers.set(id, (answers.get(id) ?? 0) + 1);
  const newest = runs.find((run) => !['pending', 'running'].includes(toRunStatus(run)));
  const [node, ...others] = new Set(ended.flatMap(nodesGoneTo));
  const nodeId = others.length === 0 ? (node ?? unknownNode) : unknownNode;
  return {
    answers,
    newestAnswers: new Set(newest === undefined ? [] : answeredBy(newest)),
    unlisted: unlisted.map((task) => ({ ...task, nodeId })),
  };
}

function nodesGoneTo(run: unknown): string[] {
  const { goto } = recordOrEmpty(recordOrEmpty(recordOrEmpty(run)['kwargs'])['command']);
  const targets: readonly unknown[] = Array.isArray(goto) ? goto : [goto];
  return targets.flatMap((target) => {
    const node = typeof target === 'string' ? target : recordOrEmpty(target)['node'];
    return nonEmptyStringOrNull(node) ?? [];
  });
}

// The interrupt ids that a run answered; none for an answer without ids.
function answeredBy(run: unknown): string[] {
  const resume = recordOrEmpty(
    recordOrEmpty(recordOrEmpty(recordOrEmpty(run)['kwargs'])['command'])['resume'],
  );
  return Object.keys(resume);
}

type Remembered = AnswerEvidence['remembered'];

const maxTasks = 2000;

const nothing: Remembered = new Map();

// What earlier reads of a server knew for certain. The thread record only describes what its last run left, so that a
// task which asked again and one that is finished look the same after the next answer.
const rememberedByClient = new WeakMap<GraphClient, Map<string, 'finished' | number>>();

function recallTasks(client: GraphClient): Remembered {
  return rememberedByClient.get(client) ?? nothing;
}

// A finished task stays finished; one that asks again waits until a further run answers it.
function rememberTasks(
  client: GraphClient,
  { interrupts, answered = [] }: ThreadState,
  { answers, recorded }: AnswerEvidence,
): void {
  const tasks = rememberedByClient.get(client) ?? new Map<string, 'finished' | number>();
  const add = (taskId: string, state: 'finished' | number): void => {
    tasks.delete(taskId);
    tasks.set(taskId, state);
    const [oldest] = tasks.keys();
    if (tasks.size > maxTasks && oldest !== undefined) tasks.delete(oldest);
  };
  for (const { taskId } of answered) if (recorded?.get(taskId) === 0) add(taskId, 'finished');
  for (const { taskId, id, perhapsAnswered } of interrupts) {
    const count = id === null ? 0 : (answers.get(id) ?? 0);
    if (count > 0 && perhapsAnswered === undefined) add(taskId, count);
  }
  if (tasks.size > 0) rememberedByClient.set(client, tasks);
}
