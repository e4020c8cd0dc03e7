import type { CallEffect, WritingCall } from '../../shared/writing-calls.ts';
import { isRecord } from '../../shared/narrow.ts';

// The verb and object of a question: `Start a run` on Prod EU? `hasMore`: it also confirms the calls of its act that follow.
export function operationTitle(
  call: WritingCall,
  input: unknown,
  effect: CallEffect,
  hasMore: boolean,
): string {
  const ofAct = hasMore ? actLabels[call] : undefined;
  if (ofAct !== undefined) return ofAct;
  if (call === 'runs.cancel' && effect === 'destroy') return 'Stop and delete a run';
  const { threadIds, items } = isRecord(input) ? input : {};
  const several = [threadIds, items].find(Array.isArray);
  return several?.length === 1 ? (singleItemLabels[call] ?? operationLabels[call]) : operationLabels[call];
}

// Acts that begin with such a call: the first run of a thread, and answers to several threads.
const actLabels: Partial<Record<WritingCall, string>> = {
  'threads.create': 'Create a thread and start a run',
  'runs.start': 'Start runs',
};

const singleItemLabels: Partial<Record<WritingCall, string>> = {
  'threads.delete': 'Delete a thread',
  'threads.prune': 'Prune a thread',
  'store.delete': 'Delete an item',
};

const operationLabels: Readonly<Record<WritingCall, string>> = {
  'assistants.create': 'Create an assistant',
  'assistants.update': 'Save a version of an assistant',
  'assistants.setLatest': 'Change the version of an assistant',
  'assistants.delete': 'Delete an assistant',
  'threads.create': 'Create a thread',
  'threads.update': 'Change the metadata of a thread',
  'threads.copy': 'Copy a thread',
  'threads.delete': 'Delete threads',
  'threads.prune': 'Prune threads',
  'threads.updateState': 'Edit the state of a thread',
  'threads.forkSubgraph': 'Fork a thread',
  'clones.start': 'Clone a thread',
  'runs.start': 'Start a run',
  'runs.cancel': 'Stop a run',
  'runs.delete': 'Delete a run',
  'runs.deleteStuck': 'Delete a stuck run',
  'store.put': 'Write an item',
  'store.delete': 'Delete items',
  'serverRuns.cancel': 'Stop runs',
  'serverRuns.delete': 'Delete runs',
  'serverRuns.repeat': 'Run again',
  'experiments.start': 'Run inputs',
  'experiments.resume': 'Run the remaining inputs',
  'experiments.rerun': 'Run inputs again',
  'experiments.stop': 'Stop the runs of inputs',
  'crons.create': 'Create a cron',
  'crons.update': 'Change a cron',
  'crons.delete': 'Delete a cron',
  'connections.tryAgent': 'Try an agent or a tool',
};

const idNames = [
  ['threadId', 'Thread'],
  ['runId', 'Run'],
  ['assistantId', 'Assistant'],
  ['cronId', 'Cron'],
  ['checkpointId', 'Checkpoint'],
  ['key', 'Item'],
] as const;

// What a call changes, as far as its input names it. `hasMore`: it is the first call of an act, so that lists may
// be its first batch.
export function subjectsOf(
  input: unknown,
  hasMore: boolean,
): readonly (readonly [name: string, value: string])[] {
  if (!isRecord(input)) return [];
  const named: [name: string, value: string][] = [];
  for (const [member, name] of idNames) {
    const value = input[member];
    if (typeof value !== 'string' || value === '') continue;
    named.push([name, hasMore ? `${value}, then the rest of the action` : value]);
  }
  for (const [member, name] of listNames) {
    const list: unknown = input[member];
    if (!Array.isArray(list)) continue;
    const [only] = list.length === 1 ? (list as readonly unknown[]) : [];
    const count =
      hasMore && list.length > 1 ? `${list.length}, then the rest of the action` : String(list.length);
    named.push([name, typeof only === 'string' ? only : count]);
  }
  return named;
}

const listNames = [
  ['threadIds', 'Threads'],
  ['runs', 'Runs'],
  ['items', 'Items'],
] as const;
