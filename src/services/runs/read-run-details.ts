import { memberText } from 'exact-json';
import { GraphServerError, rawTextOf, type GraphClient } from 'remote-graph-client/client';
import type { CutText, RunDetails } from '../../shared/model/run-index.ts';
import type { ThreadRecord } from '../../shared/model/thread-record.ts';
import { nodeStatuses } from '../../shared/thread-record/node-statuses.ts';
import { toWireError } from '../../shared/wire-error.ts';
import { asAppError } from '../common/server-errors.ts';
import { runKwargsText } from './run-mapper.ts';
import { isResumableRecord } from './run-record-mapper.ts';
import { readPartOfRecord } from '../threads/record/read-thread-record.ts';
import { readState } from '../threads/read-state.ts';
import { recordLimits } from './read-index-threads.ts';

const purpose = 'runIndex.details';
const maxTextLength = 200_000;
const maxQuestions = 20;
const maxNodes = 2000;

/** What one run was given, did and made. What can't be read is unknown; fails only if the run itself can't be read. */
export async function readRunDetails(
  client: GraphClient,
  { threadId, runId }: { readonly threadId: string; readonly runId: string },
  signal: AbortSignal,
): Promise<RunDetails> {
  const wire = await client.runs.get(threadId, runId, { signal, purpose });
  const sent = runKwargsText(rawTextOf(wire));
  const command = memberText(sent, 'command');
  const request = {
    input: jsonOrNull(memberText(sent, 'input')),
    answer: command === null ? null : jsonOrNull(memberText(command, 'resume')),
    resumable: isResumableRecord(wire),
  };
  const unknown = { output: null, error: null, questions: [], nodes: [] };
  try {
    return { ...request, ...unknown, ...(await readDoing(client, threadId, runId, signal)), problem: null };
  } catch (error) {
    signal.throwIfAborted();
    // The thread of a run that is queued has nothing yet.
    const isNothing = error instanceof GraphServerError && error.status === 404;
    return { ...request, ...unknown, problem: isNothing ? null : toWireError(asAppError(error)) };
  }
}

async function readDoing(
  client: GraphClient,
  threadId: string,
  runId: string,
  signal: AbortSignal,
): Promise<Pick<RunDetails, 'output' | 'error' | 'questions' | 'nodes'>> {
  const { record } = await readPartOfRecord(client, threadId, signal, { purpose, limits: recordLimits });
  const run = record.runs.find((one) => one.runId === runId);
  const ending = run?.ending ?? null;
  const last = run?.status === 'ended' ? lastCheckpoint(record, runId) : null;
  const state = last === null ? null : await readState(client, threadId, last, signal);
  return {
    output: state === null ? null : truncate(state.valuesText),
    error: ending?.kind === 'failed' && ending.error !== null ? truncate(ending.error) : null,
    questions:
      ending?.kind === 'interrupted'
        ? (state?.interrupts ?? []).slice(0, maxQuestions).map(({ valueText }) => truncate(valueText))
        : [],
    nodes: [...(nodeStatuses(record, { kind: 'run', runId }) ?? [])]
      .slice(0, maxNodes)
      .flatMap(([nodeId, { status }]) => (status === 'later' ? [] : [{ nodeId, status }])),
  };
}

function lastCheckpoint({ checkpoints }: ThreadRecord, runId: string): string | null {
  const last = checkpoints.findLast((one) => one.namespace === '' && one.runId === runId);
  return last?.checkpointId ?? null;
}

function jsonOrNull(text: string | null): CutText | null {
  return text === null || text === 'null' ? null : truncate(text);
}

function truncate(text: string): CutText {
  return { text: text.slice(0, maxTextLength), length: text.length };
}
