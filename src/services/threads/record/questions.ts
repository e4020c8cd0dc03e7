import type { RecordedQuestion } from '../../../shared/model/threads/thread-record.ts';
import type { ExecutionDraft } from './drafts.ts';
import type { HeadEvidence } from './evidence.ts';
import type { DraftStatus } from './statuses.ts';

/**
 * What executions asked, each question once, at the innermost task: those around it repeat it. `drafts`: outer ones before
 * inner ones.
 */
export function questionsOf(
  drafts: readonly ExecutionDraft[],
  statuses: ReadonlyMap<ExecutionDraft, DraftStatus>,
  head: HeadEvidence | null,
): ReadonlyMap<ExecutionDraft, readonly RecordedQuestion[]> {
  const unclear = new Set(
    (head?.interrupts ?? []).flatMap(({ taskId, perhapsAnswered }) =>
      perhapsAnswered === true ? taskId : [],
    ),
  );
  const keysBelow = new Map<ExecutionDraft, Set<string>>();
  const found = new Map<ExecutionDraft, readonly RecordedQuestion[]>();
  for (const draft of drafts.toReversed()) {
    const { task, parent, executionId } = draft;
    const below = keysBelow.get(draft);
    const own = task.questions.flatMap(({ interruptId, key }, index): RecordedQuestion[] => {
      if (below?.has(key) === true) return [];
      const status = statuses.get(draft);
      return [{ executionId, index, interruptId, status: questionStatus(draft, status, unclear) }];
    });
    if (own.length > 0) found.set(draft, own);
    if (parent === null || (task.questions.length === 0 && below === undefined)) continue;
    const outer = keysBelow.get(parent) ?? new Set<string>();
    for (const { key } of task.questions) outer.add(key);
    for (const key of below ?? []) outer.add(key);
    keysBelow.set(parent, outer);
  }
  return found;
}

function questionStatus(
  { made, task }: ExecutionDraft,
  status: DraftStatus | undefined,
  unclear: ReadonlySet<string>,
): RecordedQuestion['status'] {
  if (made !== null || status?.status === 'finished' || status?.status === 'running') return 'answered';
  if (status?.status !== 'interrupted' || !status.isAtHead) return 'abandoned';
  return task.id !== null && unclear.has(task.id) ? 'unknown' : 'waiting';
}
