import { z } from 'zod';
import type { ExperimentRowState } from '../../shared/model/experiment.ts';
import { RunStatus } from '../../shared/model/run.ts';
import { ThreadStatus } from '../../shared/model/thread.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import type { DocumentSpec } from '../storage/versioned-document.ts';
import type { ExperimentJournal, StoredExperiment } from './experiment-journal.ts';

const StoredBatch = z.strictObject({
  batchId: z.uuid(),
  connectionId: z.string(),
  assistantId: z.string(),
  name: z.string(),
  createdAt: z.string(),
  atOnce: z.int().min(1).nullable(),
  rows: z.array(
    z.strictObject({
      threadId: z.string().nullable(),
      runId: z.string().nullable(),
      problem: z.string().nullable(),
      result: z
        .strictObject({
          status: RunStatus.nullable(),
          threadStatus: ThreadStatus,
          outputText: z.string().nullable(),
          error: z.string().nullable(),
        })
        .nullable(),
    }),
  ),
});
type StoredBatch = z.infer<typeof StoredBatch>;

const Batches = z.strictObject({ batches: z.array(StoredBatch) });

export const batchDocument: DocumentSpec<z.infer<typeof Batches>> = {
  name: 'batches',
  version: 1,
  schema: Batches,
  initial: { batches: [] },
};

export async function adoptBatches(
  documents: DocumentStore,
  journal: ExperimentJournal,
  serverName: (connectionId: string) => Promise<string | null>,
): Promise<void> {
  // The program that owns the folder does it.
  if (!documents.keepsChanges) return;
  const { batches } = (await documents.open(batchDocument)).value();
  if (batches.length === 0) return;
  const { experiments, unread } = await journal.load();
  // What can't be read now is there nonetheless, and must not be replaced.
  const experimentIds = new Set([
    ...experiments.map(({ head }) => head.experimentId),
    ...unread.map(({ experimentId }) => experimentId),
  ]);
  for (const batch of batches) {
    // A studio that was killed here may have got further with some of them.
    if (experimentIds.has(batch.batchId)) continue;
    await journal.create(toExperiment(batch, await serverName(batch.connectionId)), null);
  }
  // Only now: until then, nothing is lost by a crash.
  await documents.remove(batchDocument.name);
}

function toExperiment(batch: StoredBatch, serverName: string | null): StoredExperiment {
  const { batchId, connectionId, assistantId, name, createdAt, atOnce, rows } = batch;
  const target = {
    connectionId,
    serverName: serverName ?? 'Removed server',
    assistantId,
    assistantName: assistantId,
    // Not stored; needed for rows that are sent only, and there are none.
    graphId: assistantId,
    version: null,
    isPinned: false,
  };
  return {
    head: { experimentId: batchId, name, createdAt, atOnce, inputsConnectionId: null, checks: [] },
    parts: [{ target, paths: rows.map((_row, index) => `#${index + 1}`), settings: null }],
    states: new Map(rows.map((row, index) => [index, toState(row)])),
  };
}

function toState({ threadId, runId, problem, result }: StoredBatch['rows'][number]): ExperimentRowState {
  if (runId === null && problem === null) {
    const lost = 'It was not sent, and the older version of the studio that ran it did not store its input.';
    return { threadId, runId, revision: null, problem: lost, result: null };
  }
  if (result === null) return { threadId, runId, revision: null, problem, result };
  const { status, threadStatus, outputText, error } = result;
  const outcome = status === null ? 'unknown' : status === 'success' ? 'passed' : 'failed';
  const ending =
    outcome === 'unknown'
      ? null
      : outcome === 'failed'
        ? 'failed'
        : threadStatus === 'interrupted'
          ? 'waiting'
          : 'finished';
  const rest = { checks: [], fingerprint: null, ms: null, tokens: null };
  return {
    threadId,
    runId,
    revision: null,
    problem,
    result: { status, threadStatus, outcome, ending, outputText, error, ...rest },
  };
}
