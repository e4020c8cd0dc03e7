import type { WritingCall } from '../../../shared/call-effects.ts';
import { isRecord } from '../../../shared/is-record.ts';

/** What each writing call does, as the verb and object of a question: `Start a run on Prod EU?` */
export const actLabels: Readonly<Record<WritingCall, string>> = {
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
  'runs.start': 'Start a run',
  'runs.cancel': 'Stop a run',
  'runs.delete': 'Delete a run',
  'runs.deleteStuck': 'Delete a stuck run',
  'store.put': 'Write an item',
  'store.delete': 'Delete items',
  'crons.create': 'Create a cron',
  'crons.update': 'Change a cron',
  'crons.delete': 'Delete a cron',
};

const idNames = [
  ['threadId', 'Thread'],
  ['runId', 'Run'],
  ['assistantId', 'Assistant'],
  ['cronId', 'Cron'],
  ['checkpointId', 'Checkpoint'],
  ['key', 'Item'],
] as const;

/** What a call changes, as far as its input names it. */
export function subjectsOf(input: unknown): readonly (readonly [name: string, value: string])[] {
  if (!isRecord(input)) return [];
  const named: [name: string, value: string][] = [];
  for (const [member, name] of idNames) {
    const value = input[member];
    if (typeof value === 'string' && value !== '') named.push([name, value]);
  }
  const { threadIds, items } = input;
  if (Array.isArray(threadIds)) named.push(['Threads', countedIds(threadIds)]);
  if (Array.isArray(items)) named.push(['Items', String(items.length)]);
  return named;
}

function countedIds(ids: readonly unknown[]): string {
  return ids.length === 1 ? String(ids[0]) : String(ids.length);
}
