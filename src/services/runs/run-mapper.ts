import { memberText, memberTexts } from 'exact-json';
import { isActive } from '../../shared/model/is-active.ts';
import type { Run, RunOrigin, RunOutcome, RunStatus, SentAnswer } from '../../shared/model/run.ts';
import { enumOrUnknown, nonEmptyStringOrNull, timeOrNull } from '../common/narrow.ts';
import { truncate } from '../../shared/truncate.ts';
import { recordOrEmpty } from '../../shared/narrow.ts';

export interface RunLogSummary {
  readonly joinedLate: boolean;
  readonly error: string | null;
  readonly tokens: number | null;
  /** How its events ended; `null` while active. */
  readonly outcome: RunOutcome | null;
}

export type RunLogSummaryLookup = (runId: string) => RunLogSummary | null;

const statuses = ['pending', 'running', 'success', 'error', 'interrupted', 'timeout'] as const;

/** Status of a run record (docs/protocol.md, Run status). */
export function toRunStatus(wire: unknown): RunStatus {
  return enumOrUnknown(statuses, recordOrEmpty(wire)['status']);
}

/**
 * Maps a run record (docs/protocol.md, Run records) for lists; `null` without ids. `text`: its exact JSON. `listedOn`: the
 * thread whose runs were asked for, for a record that names none.
 */
export function toRun(
  wire: unknown,
  runLogSummaryOf: RunLogSummaryLookup,
  text = '',
  listedOn: string | null = null,
): Run | null {
  const record = recordOrEmpty(wire);
  const runId = nonEmptyStringOrNull(record['run_id']);
  const threadId = nonEmptyStringOrNull(record['thread_id']) ?? listedOn;
  if (runId === null || threadId === null) return null;
  const runLogSummary = runLogSummaryOf(runId);
  const status = toRunStatus(wire);
  const origin = toRunOrigin(runKwargs(wire));
  const answers = origin.kind === 'resume' && text !== '' ? resumeValues(text) : [];
  return {
    runId,
    threadId,
    // Servers of the Agent Protocol run agents.
    assistantId:
      nonEmptyStringOrNull(record['assistant_id']) ?? nonEmptyStringOrNull(record['agent_id']) ?? '',
    status,
    createdAt: timeOrNull(record['created_at']),
    durationMs: isActive(status) ? null : durationOf(record),
    hasLog: runLogSummary !== null,
    joinedLate: runLogSummary?.joinedLate ?? false,
    origin,
    ...(answers.length > 0 ? { answers } : {}),
    ...(typeof recordedRequestId(wire) === 'string' ? { byStudio: true as const } : {}),
  };
}

// By server times. A scheduled run's creation is in the future, so its duration is unknown.
function durationOf(record: Readonly<Record<string, unknown>>): number | null {
  const ms =
    Date.parse(timeOrNull(record['updated_at']) ?? '') - Date.parse(timeOrNull(record['created_at']) ?? '');
  return ms >= 0 ? ms : null;
}

/** How a run began, by its `kwargs` (docs/protocol.md, Run records). */
export function toRunOrigin(kwargs: unknown): RunOrigin {
  const sent = recordOrEmpty(kwargs);
  const configurable = recordOrEmpty(recordOrEmpty(sent['config'])['configurable']);
  return { kind: beginningKind(kwargs), checkpointId: nonEmptyStringOrNull(configurable['checkpoint_id']) };
}

function beginningKind(kwargs: unknown): RunOrigin['kind'] {
  if (kwargs === undefined || kwargs === null) return 'unknown';
  const { input, command } = recordOrEmpty(kwargs);
  if ('resume' in recordOrEmpty(command)) return 'resume';
  return input === undefined || input === null ? 'continue' : 'input';
}

/**
 * What a run was started with: `kwargs` (docs/protocol.md, Run records), or the record's top level. `null` if
 * missing.
 */
export function runKwargs(wire: unknown): Readonly<Record<string, unknown>> | null {
  const record = recordOrEmpty(wire);
  if (record['kwargs'] !== undefined && record['kwargs'] !== null) return recordOrEmpty(record['kwargs']);
  return topLevel.some((name) => name in record) ? record : null;
}

/** The kwargs of a run as exact JSON; an empty object if missing. */
export function runKwargsText(recordText: string): string {
  const kwargs = memberText(recordText, 'kwargs');
  return kwargs !== null && kwargs !== 'null' ? kwargs : recordText;
}

// The id of the request that started a run: in its metadata, or in its config's where records have none.
export function recordedRequestId(wire: unknown): unknown {
  const id = recordOrEmpty(recordOrEmpty(wire)['metadata'])['client_request_id'];
  if (id !== undefined) return id;
  return recordOrEmpty(recordOrEmpty(recordOrEmpty(wire)['config'])['metadata'])['client_request_id'];
}

const topLevel = ['input', 'command', 'config', 'context'];

const maxAnswers = 20;
const maxAnswerLength = 200;

// Interrupt ids as servers generate them; an answer with other keys is one value.
const interruptId = /^[0-9a-f]{32}$/;

export function resumeValues(recordText: string): SentAnswer[] {
  const command = memberText(runKwargsText(recordText), 'command');
  const resume = command === null ? null : memberText(command, 'resume');
  if (resume === null) return [];
  const members = memberTexts(resume);
  const byId = members.length > 0 && members.every(({ key }) => interruptId.test(key));
  const answers = byId
    ? members.map(({ key, text }) => ({ interruptId: key, valueText: truncate(text, maxAnswerLength) }))
    : [{ interruptId: null, valueText: truncate(resume, maxAnswerLength) }];
  return answers.slice(0, maxAnswers);
}
