import { compactJson, elementTexts, memberText } from 'exact-json';
import type { GraphClient } from 'remote-graph-client/client';
import { readInterrupts } from '../../shared/read-interrupts.ts';
import { createHash } from 'node:crypto';
import type { Check, CheckedEnding, ScoredCheck } from '../../shared/inputs/check.ts';
import type { CheckResult, ExperimentResult } from '../../shared/model/experiment.ts';
import type { PriceTable } from '../../shared/model/price.ts';
import { isActive } from '../../shared/model/is-active.ts';
import type { RunStatus } from '../../shared/model/run.ts';
import { totalTokens } from '../../shared/token-counter.ts';
import { comparableText } from '../common/comparable-text.ts';
import { nonEmptyStringOrNull } from '../common/narrow.ts';
import { orGone } from '../common/or-gone.ts';
import { readRawMembers } from '../common/raw-members.ts';
import { toRunStatus } from '../runs/run-mapper.ts';
import { taskFailure } from '../threads/mappers/task-error.ts';
import { toThread } from '../threads/mappers/thread-mapper.ts';
import { evaluateChecks, outcomeOf } from '../inputs/evaluate-checks.ts';
import { readRunFacts, type ExperimentRunFacts } from '../inputs/run-facts.ts';
import { readRunState } from './run-state.ts';
import { truncate } from '../../shared/truncate.ts';
import { recordOrEmpty } from '../../shared/narrow.ts';

const purpose = 'experiments.rows';
// UTF-16 units of an output in a table.
const maxTextLength = 600;

// A run to read. `checks`: they decide what has to be read; `null` if they are unknown, as the file has changed or can't be read.
interface RunQuery {
  readonly threadId: string;
  readonly runId: string;
  readonly checks: readonly Check[] | null;
}

// A run that has ended.
export interface EndedRowRun {
  readonly status: RunStatus | null;
  readonly threadStatus: ExperimentResult['threadStatus'];
  readonly ending: CheckedEnding | null;
  readonly valuesText: string | null;
  readonly facts: ExperimentRunFacts | null;
  readonly error: string | null;
}

// `null` while it is active. Rejects if the server can't be asked.
export async function readRowRun(
  client: GraphClient,
  { threadId, runId, checks }: RunQuery,
  signal: AbortSignal,
): Promise<EndedRowRun | null> {
  const options = { signal, purpose };
  const run = await orGone(client.runs.get(threadId, runId, options));
  const status = run === null ? null : toRunStatus(run);
  if (isActive(status)) return null;
  const [thread, stateText] = await Promise.all([
    orGone(client.threads.get(threadId, options)),
    readRunState(client, { threadId, runId, run }, options),
  ]);
  const threadStatus = thread === null ? 'unknown' : (toThread(thread)?.status ?? 'unknown');
  const valuesText = stateText === null ? null : memberText(stateText, 'values');
  const tasks = stateText === null ? [] : tasksOf(stateText);
  const needsFacts = checks?.some(({ kind }) => ['tokens', 'time', 'cost', 'path'].includes(kind)) ?? false;
  // Of several tasks with an error only the record knows which came first.
  const isFailed = tasks.filter(({ error }) => error !== null).length > 1;
  const facts =
    (needsFacts || isFailed) && run !== null ? await factsOf(client, threadId, run, signal) : null;
  const waits = stateText === null ? null : tasks.some((task) => task.waits);
  const ending = endingOf(status, waits);
  const failure = facts?.ending?.kind === 'failed' ? facts.ending.error : null;
  return {
    status,
    threadStatus,
    ending,
    valuesText,
    facts,
    error: shortText(
      nonEmptyStringOrNull(recordOrEmpty(run)['error_message']) ??
        failure ??
        tasks.find(({ error }) => error !== null)?.error ??
        null,
    ),
  };
}

// The result of a run with its checks, of which those with a score have been asked for.
export function resultOf(
  { status, threadStatus, ending, valuesText, facts, error }: EndedRowRun,
  checks: readonly Check[] | null,
  prices: PriceTable,
  scores: ReadonlyMap<ScoredCheck, CheckResult>,
): ExperimentResult {
  const results =
    checks === null
      ? [
          unknownCheck(
            'checks of the input',
            'Its file has changed or was deleted since the run was started, or can no longer be read.',
          ),
        ]
      : evaluateChecks(checks, { ending, valuesText, facts, prices, scores });
  return {
    status,
    threadStatus,
    checks: results,
    outcome: outcomeOf(checks ?? [], results, ending),
    ending,
    outputText: valuesText === null ? null : shortText(compactJson(valuesText)),
    fingerprint: valuesText === null ? null : fingerprintOf(valuesText),
    error,
    ms: facts?.ms ?? null,
    // A part of them would be said as all of them.
    tokens: facts?.isUsageWhole === true ? totalTokens(facts.usages) : null,
  };
}

/** The same for a conversation that could not go on: what checks find in its beginning, they may not find in all of it. */
export function withUserProblem(result: ExperimentResult, problem: string): ExperimentResult {
  const checks = [unknownCheck('simulated user', problem), ...result.checks];
  return { ...result, checks, outcome: 'unknown' };
}

/** Of a run whose result can't be read. */
export function unreadResult(problem: string): ExperimentResult {
  return {
    status: null,
    threadStatus: 'unknown',
    checks: [unknownCheck('result of the run', problem)],
    outcome: 'unknown',
    ending: null,
    outputText: null,
    fingerprint: null,
    error: null,
    ms: null,
    tokens: null,
  };
}

function unknownCheck(label: string, reason: string): CheckResult {
  return { label, outcome: 'unknown', reason: shortText(reason), score: null };
}

function shortText(text: string): string;
function shortText(text: string | null): string | null;
function shortText(text: string | null): string | null {
  return text === null ? null : truncate(text, maxTextLength);
}

// A state that can't be read in full leaves some checks unknown, but not the row.
async function factsOf(
  client: GraphClient,
  threadId: string,
  run: unknown,
  signal: AbortSignal,
): Promise<ExperimentRunFacts | null> {
  try {
    return await readRunFacts(client, threadId, run, signal);
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

function tasksOf(stateText: string): { readonly waits: boolean; readonly error: string | null }[] {
  return elementTexts(memberText(stateText, 'tasks') ?? '').map((text) => {
    const task = readRawMembers(text);
    return {
      waits: readInterrupts(task.text('interrupts')).length > 0,
      error: taskFailure(task.value('error')),
    };
  });
}

// Stopping after a node is no question: only a pending interrupt waits for an answer.
function endingOf(status: RunStatus | null, waits: boolean | null): CheckedEnding | null {
  if (status === 'success') return waits === null ? null : waits ? 'waiting' : 'finished';
  // Some servers call a run that waits interrupted, too.
  if (status === 'interrupted') return waits === true ? 'waiting' : 'failed';
  return status === 'error' || status === 'timeout' ? 'failed' : null;
}

function fingerprintOf(valuesText: string): string {
  return createHash('sha256').update(comparableText(valuesText)).digest('base64url');
}
