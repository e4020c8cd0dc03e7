import { createHash } from 'node:crypto';
import { stringifyExact } from 'exact-json';
import { readInterrupts } from '../../../shared/read-interrupts.ts';
import type { MessageUsage } from '../../../shared/token-counter.ts';
import { nonEmptyStringOrNull } from '../../common/narrow.ts';
import { parsedMembers } from '../../common/parsed-members.ts';
import type { JsonMembers } from '../../common/raw-members.ts';
import { readCheckpointHeader, type CheckpointHeader } from '../mappers/state-mapper.ts';
import { namespaceOfTask } from '../../../shared/checkpoint-namespace.ts';
import { mayHideSubgraph, taskErrorMessage } from '../mappers/task-error.ts';
import { assertRequiredMembers } from './assert-required-members.ts';
import { messageTools, type MessageTools } from './message-tools.ts';
import { messageUsages } from './message-usages.ts';
import { millisOf } from './millis-of.ts';
import { arrayOrEmpty, recordOrEmpty } from '../../../shared/narrow.ts';

/** A checkpoint as evidence of a record: what its answer says, without values. */
export interface RecordRow extends CheckpointHeader {
  readonly tasks: readonly RecordTask[];
  readonly createdMs: number | null;
  /** Where it is stored; `null` if it does not say. */
  readonly namespace: string | null;
  /**
   * The namespace with the id of the task whose subgraph wrote it. Only a subgraph with a checkpointer of its own has another
   * `checkpoint_ns`, which has no ids, since all its calls write there.
   */
  readonly owner: string | null;
  /** The graph whose run wrote it; `null` if it does not say. */
  readonly graphId: string | null;
  /**
   * It was written by another graph than the one by which its server reads the thread. Its tasks are only those that left
   * something of their own; there may have been others.
   */
  readonly isOtherGraph: boolean;
}

export interface RecordTask {
  readonly id: string | null;
  readonly name: string;
  // Of the subgraph that it ran; `null` for a plain node.
  readonly namespace: string | null;
  // Tokens of the messages in its result, by message id, or by position without one.
  readonly usages: ReadonlyMap<string, MessageUsage>;
  readonly tools: MessageTools;
  readonly error: string | null;
  readonly hasResult: boolean;
  readonly isSent: boolean;
  // It may have run a subgraph that the server does not list: the JavaScript server lists none of a task that failed.
  readonly mayHaveSubgraph: boolean;
  readonly questions: readonly AskedQuestion[];
}

// `key`: the same for a question that the tasks around the asking one repeat.
export interface AskedQuestion {
  readonly interruptId: string | null;
  readonly key: string;
}

// Reads a page of history, newest first. Throws `unsupported` for checkpoints that do not say their order or what ran. `ids`:
// those that were read before, so that the same id is the same object, which takes less memory and is found faster.
export function toRecordRows(page: readonly unknown[], ids = new Map<string, string>()): RecordRow[] {
  const shared = (id: string | null): string | null => {
    if (id === null) return null;
    const interned = ids.get(id);
    if (interned === undefined) ids.set(id, id);
    return interned ?? id;
  };
  return page.map((wire) => {
    const state = parsedMembers(wire);
    assertRequiredMembers(state);
    const metadata = recordOrEmpty(state.value('metadata'));
    const facts = readCheckpointHeader(state);
    return {
      checkpointId: shared(facts.checkpointId),
      parentId: shared(facts.parentId),
      threadId: shared(facts.threadId),
      runId: shared(facts.runId),
      createdAt: facts.createdAt,
      step: facts.step,
      source: facts.source,
      next: facts.next,
      createdMs: millisOf(facts.createdAt),
      tasks: state.list('tasks').map(toTask),
      namespace: nonEmptyStringOrNull(recordOrEmpty(state.value('checkpoint'))['checkpoint_ns']),
      owner: shared(
        nonEmptyStringOrNull(metadata['langgraph_checkpoint_ns']) ??
          nonEmptyStringOrNull(metadata['checkpoint_ns']),
      ),
      graphId: shared(nonEmptyStringOrNull(metadata['graph_id'])),
      isOtherGraph: false,
    };
  });
}

// Servers derive the tasks of every checkpoint from the graph that ran last on the thread. For a checkpoint of another graph
// they name that graph's nodes, which did not run there, unless a task has a result, an error or a question.
export function asReadByGraph(row: RecordRow, graphId: string | null): RecordRow {
  if (graphId === null || row.graphId === null || row.graphId === graphId) return row;
  const tasks = row.tasks.filter(
    ({ error, questions, hasResult }) => error !== null || questions.length > 0 || hasResult,
  );
  return { ...row, tasks, next: tasks.map(({ name }) => name), isOtherGraph: true };
}

function toTask(task: JsonMembers): RecordTask {
  const error = task.value('error');
  const result = task.value('result');
  const namespace = nonEmptyStringOrNull(recordOrEmpty(task.value('checkpoint'))['checkpoint_ns']);
  return {
    id: nonEmptyStringOrNull(task.value('id')),
    name: nonEmptyStringOrNull(task.value('name')) ?? '?',
    namespace,
    usages: messageUsages(result),
    tools: messageTools(result),
    error: taskErrorMessage(error),
    hasResult: result !== null,
    isSent: arrayOrEmpty(task.value('path'))[0] === '__pregel_push',
    questions: questionsOf(task.value('interrupts')),
    mayHaveSubgraph: namespace === null && mayHideSubgraph(error),
  };
}

const noQuestions: readonly AskedQuestion[] = [];

function questionsOf(interrupts: unknown): readonly AskedQuestion[] {
  if (interrupts === null || (Array.isArray(interrupts) && interrupts.length === 0)) return noQuestions;
  return readInterrupts(stringifyExact(interrupts)).map(({ id, valueText }) => ({
    interruptId: id,
    key: id ?? `#${createHash('sha1').update(valueText).digest('base64')}`,
  }));
}

// The namespace of the subgraph that a task ran, or may have run; `null` if it can have none. `outer`: as below.
export function subgraphNamespace(outer: string, task: RecordTask): string | null {
  return task.namespace ?? unlistedNamespace(outer, task);
}

// Where the subgraph of a task is that lists none; `null` if it can have none. `outer`: the namespace of the task's graph.
export function unlistedNamespace(outer: string, { id, name, mayHaveSubgraph }: RecordTask): string | null {
  return id === null || !mayHaveSubgraph ? null : namespaceOfTask(outer, name, id);
}
