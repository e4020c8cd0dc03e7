import { sentAnswers } from './sent-answers.ts';
import { requestIdOf, sentWith } from './sent-with.ts';
import type { Run, RunBeginning, RunOutcome, RunStatus } from '../../shared/model/run.ts';
import { knownWord, membersOf, textOrNull, timeOrNull } from '../read-wire.ts';

/** What the studio itself knows of a run, from its log. */
export interface HeldFacts {
  readonly joinedLate: boolean;
  /** The server's words for its failure. */
  readonly error: string | null;
  /** Tokens that its models reported. */
  readonly tokens: number | null;
  /** How its events ended; `null` while they come. */
  readonly outcome: RunOutcome | null;
}

/** What the studio holds of a run; `null` when it holds nothing. */
export type HeldBy = (runId: string) => HeldFacts | null;

const statuses = ['pending', 'running', 'success', 'error', 'interrupted', 'timeout'] as const;

/** The status of a run record (docs/protocol.md, Run status). */
export function runStatusOf(wire: unknown): RunStatus {
  return knownWord(statuses, membersOf(wire)['status']);
}

/** Whether the server still works on the run, or will. */
export function isActive(status: RunStatus): boolean {
  return status === 'pending' || status === 'running';
}

/**
 * A run record (docs/protocol.md, Run records) as lists show it; `null` for a record without ids. `text`: the same,
 * exact.
 */
export function runOf(wire: unknown, heldBy: HeldBy, text = ''): Run | null {
  const record = membersOf(wire);
  const runId = textOrNull(record['run_id']);
  const threadId = textOrNull(record['thread_id']);
  if (runId === null || threadId === null) return null;
  const held = heldBy(runId);
  const status = runStatusOf(wire);
  const began = beginningOf(sentWith(wire));
  const answers = began.kind === 'resume' && text !== '' ? sentAnswers(text) : [];
  return {
    runId,
    threadId,
    assistantId: textOrNull(record['assistant_id']) ?? '',
    status,
    createdAt: timeOrNull(record['created_at']),
    durationMs: isActive(status) ? null : durationOf(record),
    hasLog: held !== null,
    joinedLate: held?.joinedLate ?? false,
    began,
    ...(answers.length > 0 ? { answers } : {}),
    ...(typeof requestIdOf(wire) === 'string' ? { byStudio: true as const } : {}),
  };
}

/** Both times are the server's. A run that is to start later has its creation moved ahead: then nothing can be told. */
function durationOf(record: Readonly<Record<string, unknown>>): number | null {
  const ms =
    Date.parse(timeOrNull(record['updated_at']) ?? '') - Date.parse(timeOrNull(record['created_at']) ?? '');
  return ms >= 0 ? ms : null;
}

/** How a run began, from what was sent to start it (`kwargs`; docs/protocol.md, Run records). */
export function beginningOf(kwargs: unknown): RunBeginning {
  const sent = membersOf(kwargs);
  const configurable = membersOf(membersOf(sent['config'])['configurable']);
  return { kind: beginningKind(kwargs), checkpointId: textOrNull(configurable['checkpoint_id']) };
}

function beginningKind(kwargs: unknown): RunBeginning['kind'] {
  if (kwargs === undefined || kwargs === null) return 'unknown';
  const { input, command } = membersOf(kwargs);
  if ('resume' in membersOf(command)) return 'resume';
  return input === undefined || input === null ? 'continue' : 'input';
}
