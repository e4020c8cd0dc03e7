import type { CheckpointSummary, CheckpointTask } from '../../shared/model/thread.ts';
import type { Execution, ThreadRecord } from '../../shared/model/thread-record.ts';
import { checkpointOutcomeText } from '../../shared/outcome-text.ts';
import { checkpointFacts, type CheckpointFacts } from '../../shared/thread-record/history.ts';
import { indexRecord } from '../../shared/thread-record/record-index.ts';
import { workedTime } from '../../shared/thread-record/worked-time.ts';
import { StyledText, statusText, type TextPart } from './styled-text.ts';

/**
 * A checkpoint as `--json` and the MCP tools write it: what the server stores of it, with what ran by the record of its thread.
 * `record`: `null` if the server does not report what ran.
 */
export function checkpointDocument(checkpoint: CheckpointSummary, record: ThreadRecord | null) {
  const { writers: _writers, interrupts: _asked, failed: _failed, failedNodes: _nodes, ...rest } = checkpoint;
  const facts = record && checkpointFacts(record, checkpoint.checkpointId);
  if (record === null || facts === null)
    return { ...rest, writers: null, interrupts: null, failed: null, status: 'unknown' };
  const { outcome } = facts;
  return {
    ...rest,
    writers: facts.writers,
    hasUnnamedWriters: facts.hasUnnamedWriters || undefined,
    status: outcome?.status,
    statusText: outcome === null ? undefined : checkpointOutcomeText(outcome),
    interrupts: waitingQuestions(record, checkpoint.checkpointId),
    failed: outcome?.status === 'failed',
    tasks: checkpoint.tasks?.map((task) => taskDocument(task, executionOf(record, checkpoint, task))),
  };
}

function waitingQuestions(record: ThreadRecord, checkpointId: string): number {
  const { executions } = indexRecord(record);
  const ids = new Set<string>();
  const open = executions.thatRead('', checkpointId).map(({ executionId }) => executionId);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (ids.has(id)) continue;
    ids.add(id);
    for (const { executionId } of executions.inside(id)) open.push(executionId);
  }
  return record.questions.filter(({ executionId, status }) => status === 'waiting' && ids.has(executionId))
    .length;
}

// The execution of a task; of several, which ran on several branches, the last one.
function executionOf(
  record: ThreadRecord,
  { checkpointId }: CheckpointSummary,
  { id }: CheckpointTask,
): Execution | null {
  const read = indexRecord(record).executions.thatRead('', checkpointId);
  return read.findLast(({ taskId }) => taskId === id) ?? null;
}

function taskDocument({ status: _status, ...task }: CheckpointTask, execution: Execution | null) {
  if (execution === null) return { ...task, status: 'unknown' };
  const { status, error, abortedBy, tokens } = execution;
  const time = workedTime([execution]);
  return {
    ...task,
    status,
    error: error ?? undefined,
    abortedBy: abortedBy ?? undefined,
    durationMs: time?.ms,
    durationBound: time?.bound,
    tokens: tokens ?? undefined,
  };
}

export function checkpointRow(
  { checkpointId, step, source, createdAt, next }: CheckpointSummary,
  record: ThreadRecord | null,
): readonly TextPart[] {
  const facts = record && checkpointFacts(record, checkpointId);
  const isPartial = facts === null || record?.checkpoints.some(isPartialOne(checkpointId)) === true;
  const ways = next.length > 0 && !isPartial ? `next ${next.join(', ')}` : facts?.isEnd === true ? 'end' : '';
  const text = [writersText(facts), ways === '' && isPartial ? 'next unknown' : ways]
    .filter((part) => part !== '')
    .join(', ');
  return [
    checkpointId,
    `step ${step ?? '?'}`,
    source,
    new StyledText('quiet', createdAt ?? ''),
    text,
    outcomeOf(facts),
  ];
}

function isPartialOne(checkpointId: string) {
  return (one: ThreadRecord['checkpoints'][number]): boolean =>
    one.namespace === '' && one.checkpointId === checkpointId && one.isPartial === true;
}

function writersText(facts: CheckpointFacts | null): string {
  if (facts === null) return '';
  const { writers, hasUnnamedWriters } = facts;
  if (writers.length === 0) return hasUnnamedWriters ? 'after unknown nodes' : '';
  return `after ${writers.join(', ')}${hasUnnamedWriters ? ' and perhaps others' : ''}`;
}

// What is over is said without a colour.
function outcomeOf(facts: CheckpointFacts | null): TextPart {
  const outcome = facts?.outcome ?? null;
  if (outcome === null || outcome.status === 'finished') return '';
  const text = checkpointOutcomeText(outcome);
  const { status } = outcome;
  return status === 'answered' || status === 'unanswered' || status === 'retried'
    ? new StyledText('quiet', text)
    : statusText(status, text);
}
