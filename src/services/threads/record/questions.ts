import type { RecordedInterrupt } from '../../../shared/model/thread-record.ts';
import type { ExecutionDraft } from './execution-drafts.ts';
import type { HeadEvidence } from './evidence.ts';
import type { DraftStatus } from './execution-statuses.ts';

// What executions asked, each question once, at the innermost task: those around it repeat it. `drafts`: outer ones before
// inner ones.
export function questionsOf(
  drafts: readonly ExecutionDraft[],
  statuses: ReadonlyMap<ExecutionDraft, DraftStatus>,
  head: HeadEvidence | null,
): ReadonlyMap<ExecutionDraft, readonly RecordedInterrupt[]> {
  const unclearTaskIds = new Set(
    (head?.interrupts ?? []).flatMap(({ taskId, perhapsAnswered }) =>
      perhapsAnswered === true ? taskId : [],
    ),
  );
  const keysBelow = new Map<ExecutionDraft, Set<string>>();
  const questionsByDraft = new Map<ExecutionDraft, readonly RecordedInterrupt[]>();
  for (const draft of drafts.toReversed()) {
    const { task, parent, executionId } = draft;
    const innerKeys = keysBelow.get(draft);
    // Most tasks ask nothing.
    if (task.questions.length === 0 && innerKeys === undefined) continue;
    const questions = task.questions.flatMap(({ interruptId, key }, index): RecordedInterrupt[] => {
      if (innerKeys?.has(key) === true) return [];
      const status = statuses.get(draft);
      const outcome = statusFromAround(draft, statuses) ?? questionStatus(draft, status, unclearTaskIds);
      return [{ executionId, index, interruptId, status: outcome }];
    });
    if (questions.length > 0) questionsByDraft.set(draft, questions);
    if (parent === null) continue;
    const outerKeys = keysBelow.get(parent) ?? new Set<string>();
    for (const { key } of task.questions) outerKeys.add(key);
    for (const key of innerKeys ?? []) outerKeys.add(key);
    keysBelow.set(parent, outerKeys);
  }
  return questionsByDraft;
}

// What became of a question by what became of the executions around it; `null` if that says nothing.
function statusFromAround(
  draft: ExecutionDraft,
  statuses: ReadonlyMap<ExecutionDraft, DraftStatus>,
): RecordedInterrupt['status'] | null {
  if (statuses.get(draft)?.status !== 'interrupted') return null;
  for (let { parent } = draft; parent !== null; { parent } = parent) {
    const status = statuses.get(parent)?.status;
    if (status === 'failed' || status === 'aborted' || status === 'cancelled') return 'abandoned';
    if (status === 'unknown') return 'unknown';
  }
  return null;
}

function questionStatus(
  { made, task }: ExecutionDraft,
  status: DraftStatus | undefined,
  unclearTaskIds: ReadonlySet<string>,
): RecordedInterrupt['status'] {
  if (made !== null || status?.status === 'finished' || status?.status === 'running') return 'answered';
  if (status?.status === 'unknown') return 'unknown';
  if (status?.status !== 'interrupted' || !status.isAtHead) return 'abandoned';
  return task.id !== null && unclearTaskIds.has(task.id) ? 'unknown' : 'waiting';
}
