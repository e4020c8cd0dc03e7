import type { GraphClient } from 'remote-graph-client/client';
import type { ThreadState } from '../../shared/model/thread.ts';
import type { AnswerEvidence } from './mappers/finished-tasks.ts';

type Remembered = AnswerEvidence['remembered'];

const maxTasks = 2000;

const nothing: Remembered = new Map();

// What earlier reads of a server knew for certain. The thread record only describes what its last run left, so that a task which asked
// again and one that is finished look the same after the next answer.
const rememberedByClient = new WeakMap<GraphClient, Map<string, 'finished' | number>>();

export function recallTasks(client: GraphClient): Remembered {
  return rememberedByClient.get(client) ?? nothing;
}

/** A finished task stays finished; one that asks again waits until a further run answers it. */
export function rememberTasks(
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
