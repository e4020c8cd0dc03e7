import { setTimeout as pause } from 'node:timers/promises';
import type { RunEnd } from '../../shared/model/run.ts';
import type { RunEnding } from '../../shared/model/thread-record.ts';
import { endingText, recordedRunStatus, type StatusName } from '../../shared/status-labels.ts';
import { indexRecord } from '../../shared/thread-record/record-index.ts';
import type { CliSession } from './session.ts';
import { readRecord } from './read-record.ts';

export interface EndedRun {
  readonly status: StatusName;
  /** Includes the reason of the end, but not the error of a failure. */
  readonly statusText: string;
  readonly ending: RunEnding;
}

// Servers say so a moment after the last event. Milliseconds.
const delaysMs = [0, 100, 300, 1_000, 2_000];

export async function readEndedRun(
  { call }: Pick<CliSession, 'call'>,
  { connectionId, threadId, runId }: { connectionId: string; threadId: string | null; runId: string },
  signal: AbortSignal,
): Promise<EndedRun | null> {
  if (threadId === null) return null;
  const thread = { connectionId, threadId };
  const runs = await call('runs.list', thread).catch(() => []);
  const since = runs.find((run) => run.runId === runId)?.createdAt ?? null;
  for (const delayMs of delaysMs) {
    await pause(delayMs, undefined, { signal });
    // Sequential on purpose: a later answer may say more.
    const record = await readRecord(call, thread, since);
    const run = record?.runs.find((one) => one.runId === runId);
    if (record === null || run === undefined || run.status === 'unknown') return null;
    if (run.ending === null) continue;
    const { executions } = indexRecord(record);
    return {
      status: recordedRunStatus(run),
      statusText: endingText(run.ending, (id) => executions.get(id)?.nodeId ?? null),
      ending: run.ending,
    };
  }
  return null;
}

/** The error of a run: its server's own word, else the one of the node that failed. */
export function errorOfRun({ error }: RunEnd, ended: EndedRun | null): string | null {
  return error ?? (ended?.ending.kind === 'failed' ? ended.ending.error : null);
}
