import type { GraphClient } from 'remote-graph-client/client';
import type { CompareSide, ExecutionRef, WhatChanged } from '../../shared/model/comparison.ts';
import type { RunRef } from '../runs/log/run-log-cache.ts';
import { nonEmptyStringOrNull } from '../common/narrow.ts';
import { readTask } from '../threads/read-task.ts';
import { taskErrorMessage } from '../threads/mappers/task-error.ts';
import { toThread } from '../threads/mappers/thread-mapper.ts';
import { compareSides } from './compare-sides.ts';
import { attempt, type SideContent } from './side-content.ts';
import { findLastSuccess, graphIdOf } from './find-last-success.ts';
import { firstDifference, listChanges, shortJson } from './list-changes.ts';
import { recordOrEmpty } from '../../shared/narrow.ts';

export type RunOnThread = RunRef & { readonly threadId: string };

// Compares a run with the last good run of the same graph, each with all runs of its turn. Throws an `AppError`
// (`not-found`) if the server no longer has the run. `read`: reads a side.
export async function readWhatChanged(
  client: GraphClient,
  { connectionId, threadId, runId }: RunOnThread,
  read: (side: CompareSide) => Promise<SideContent>,
  signal: AbortSignal,
): Promise<WhatChanged> {
  const options = { signal, purpose: 'compare.whatChanged' };
  const [record, thread] = await Promise.all([
    client.runs.get(threadId, runId, options),
    attempt(client.threads.get(threadId, options), signal),
  ]);
  const run = { threadId, runId };
  const { base, searched } = await findLastSuccess(
    client,
    {
      ...run,
      graphId: graphIdOf(record) ?? toThread(thread.value)?.graphId ?? null,
      assistantId: nonEmptyStringOrNull(recordOrEmpty(record)['assistant_id']),
    },
    signal,
  );
  if (base === null) return { run, base, searched, changes: [] };
  const [before, after] = await Promise.all(
    [base, run].map((ref) => read({ kind: 'turn', connectionId, ...ref })),
  );
  if (before === undefined || after === undefined) throw new Error('Both sides were read.');
  const compared = compareSides(before, after);
  const first = firstDifference(compared);
  const outputs = await Promise.all([
    readOutput(client, base.threadId, first?.left ?? null, signal),
    readOutput(client, threadId, first?.right ?? null, signal),
  ]);
  return {
    run,
    base,
    searched,
    changes: listChanges(compared, before, after, { before: outputs[0], after: outputs[1] }),
  };
}

// What an execution wrote, its error or its questions; `null` if it did not run, or stored nothing.
async function readOutput(
  client: GraphClient,
  threadId: string,
  ref: ExecutionRef | null,
  signal: AbortSignal,
): Promise<string | null> {
  if (ref === null) return null;
  const { value: task } = await attempt(readTask(client, threadId, ref, signal), signal);
  if (task === null) return null;
  if (ref.status === 'failed') return task.errorText === null ? null : taskErrorMessage(task.errorText);
  return shortJson(task.resultText);
}
