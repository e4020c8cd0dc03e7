import type { CompareSide, SideFacts } from '../../shared/model/comparison.ts';
import type { Execution, ThreadRecord } from '../../shared/model/thread-record.ts';
import { statusLabels } from '../../shared/status-labels.ts';
import { workedTime } from '../../shared/thread-record/worked-time.ts';
import { readState } from '../threads/read-state.ts';
import { readTask } from '../threads/read-task.ts';
import { codeVersionOf } from './code-version.ts';
import { metadataOf } from './read-thread-side.ts';
import {
  attempt,
  joinSentences,
  knownText,
  unknownFacts,
  unknownText,
  type SideContent,
} from './side-content.ts';
import { executionsAt, readRecordAt } from './record-at.ts';
import { errorText, goneQuestions, listText } from './state-parts.ts';
import { readThreadFacts } from './thread-facts.ts';
import { usageFacts, type SideReadContext } from './usage-facts.ts';
import { createTokenCounter, type ModelUsage, type TokenCounter } from '../../shared/token-counter.ts';
import { recordOrEmpty } from '../../shared/narrow.ts';

export async function readExecutionSide(
  reading: SideReadContext,
  {
    connectionId,
    threadId,
    checkpointId,
    checkpointNs = '',
    taskId,
  }: Extract<CompareSide, { kind: 'execution' }>,
): Promise<SideContent> {
  const { client, prices, signal } = reading;
  const [state, task, thread, record] = await Promise.all([
    readState(client, threadId, checkpointId, signal, checkpointNs),
    readTask(client, threadId, { checkpointId, checkpointNs, taskId }, signal),
    readThreadFacts(client, threadId, signal),
    attempt(readRecordAt(reading, { connectionId, threadId, checkpointId, checkpointNs }), signal),
  ]);
  const executions = record.value === null ? [] : executionsAt(record.value, checkpointId, taskId);
  const execution = executions.at(-1) ?? null;
  const status = execution?.status ?? 'unknown';
  // Of several, one was run again from here: this does not say which of them is meant.
  const isClear = executions.length === 1;
  const time = isClear ? workedTime(executions) : null;
  // Not the time of the checkpoint that it read, which may be of long before, and not a bound: only that of its superstep.
  const start = isClear ? (execution?.spans[0]?.startedAt ?? null) : null;
  // The result of a subgraph lacks what its own nodes kept to themselves.
  const isContainer = state.tasks.some(({ id, subgraph }) => id === taskId && subgraph !== undefined);
  const usages = isContainer ? null : usagesOfResult(state.valuesText, task.resultText);
  const isSent = task.pathText?.includes('"__pregel_push"') === true;
  const error = status === 'failed' ? (execution?.error ?? null) : null;
  const hasAsked = status === 'interrupted' || (execution !== null && wasAsked(record.value, execution));
  const facts: SideFacts = {
    ...unknownFacts,
    ...thread.facts,
    name: task.name,
    status: status === 'unknown' ? null : status,
    statusText: statusLabels[status],
    startedAt: start?.bound === 'exact' ? new Date(start.ms).toISOString() : null,
    durationMs: time?.ms ?? null,
    durationBound: time?.bound ?? null,
    ...usageFacts(usages && { usages, isCut: false, hasUnknownTokens: false }, prices),
    errorText: error,
    codeVersion: codeVersionOf(metadataOf(state)),
    checkpointId: state.checkpointId,
    incomplete: joinSentences([thread.problem, record.problem]),
  };
  const questions = task.interrupts.map(({ valueText }) => valueText);
  return {
    facts,
    parts: new Map([
      [
        'input',
        isSent
          ? unknownText('A Send started it with its own input, which servers don’t store.')
          : knownText(state.valuesText, 'The whole state before it.'),
      ],
      [
        'output',
        task.resultText === null && error === null
          ? unknownText('The server stores no result of this task.')
          : knownText(task.resultText),
      ],
      ['interrupts', questions.length === 0 && hasAsked ? goneQuestions : knownText(listText(questions))],
      ['error', errorText(error)],
    ]),
    executions: null,
  };
}

// Whether a run stopped with questions of an execution, or of one inside it, which the server need not report any more.
function wasAsked(record: ThreadRecord | null, { executionId }: Execution): boolean {
  return (record?.runs ?? []).some(
    ({ ending }) => ending?.kind === 'interrupted' && ending.executionIds.includes(executionId),
  );
}

// Longest state that is searched for messages that a result only repeats, in UTF-16 units.
const maxStateLength = 8_000_000;

// Tokens that messages of a result report, without those that the state before it had; `null` if that is unknown.
function usagesOfResult(before: string, result: string | null): readonly ModelUsage[] | null {
  if (result === null || before.length > maxStateLength) return null;
  const counter = createTokenCounter();
  countUsage(counter, before);
  const usageByModel = new Map(counter.models().map((usage) => [usage.model, usage]));
  countUsage(counter, result);
  return counter.models().flatMap((usage) => {
    const { input = 0, cached = 0, output = 0 } = usageByModel.get(usage.model) ?? {};
    const fresh = {
      model: usage.model,
      input: usage.input - input,
      cached: usage.cached - cached,
      output: usage.output - output,
    };
    return fresh.input === 0 && fresh.output === 0 ? [] : [fresh];
  });
}

// Depth at which messages are searched in a result: in a list of a member, as graphs store them.
const maxDepth = 4;

// Counts what the messages in a node's result report.
export function countUsage(count: TokenCounter, resultText: string | null): void {
  // Most results have no message and are not parsed at all.
  if (resultText === null || !resultText.includes('"usage_metadata"')) return;
  const visit = (value: unknown, depth: number): void => {
    if (depth > maxDepth) return;
    if (Array.isArray(value)) return value.forEach((item) => visit(item, depth + 1));
    const members = recordOrEmpty(value);
    if ('usage_metadata' in members) count.add(members, false, []);
    else for (const member of Object.values(members)) visit(member, depth + 1);
  };
  visit(JSON.parse(resultText), 0);
}
