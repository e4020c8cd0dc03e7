import { memberText } from '../../../exact-json/scan/object-members.ts';
import type { Assistant } from '../../../shared/model/assistant.ts';
import type { Run, RunRecord } from '../../../shared/model/runs/run.ts';
import type { ThreadState } from '../../../shared/model/threads/thread.ts';
import type { Status } from '../../ui/display/status-styles.ts';

/**
 * Servers call a run that waits for a person a success or interrupted: it wrote the newest state of its thread, and
 * something comes next there. A run that was stopped is interrupted, too; which of both it was is not always known.
 */
export function recordStatus(
  { runId, status, interruptedBy = 'cancel' }: Pick<Run, 'runId' | 'status' | 'interruptedBy'>,
  newest: Pick<ThreadState, 'next' | 'metadataText'> | null,
): Status {
  if (status === 'interrupted' && interruptedBy !== 'question') {
    return interruptedBy === 'cancel' ? 'cancelled' : 'unknown';
  }
  const asked = status === 'interrupted';
  if (status !== 'success' && !asked) return status;
  const writer = newest === null ? null : memberText(newest.metadataText, 'run_id');
  const isNewest = writer === JSON.stringify(runId) || (asked && (writer === null || writer === 'null'));
  if (newest !== null && newest.next.length > 0 && isNewest) return 'waiting';
  // It waited, and was answered: what it did is done.
  return asked && newest === null ? 'waiting' : 'success';
}

const began: Readonly<Record<RunRecord['origin']['kind'], string>> = {
  input: 'input',
  resume: 'answer',
  continue: 'went on',
  unknown: 'unknown',
};
const sources: Readonly<Record<RunRecord['source'], string>> = {
  studio: 'studio',
  cron: 'cron',
  unknown: '',
};

/** What started a run: `studio, input`, `cron, input`, `answer`, `unknown`. */
export function triggerText({ source, origin: { kind } }: RunRecord): string {
  const parts = [sources[source], began[kind]].filter((part) => part !== '');
  return kind === 'unknown' && source !== 'unknown' ? sources[source] : parts.join(', ');
}

/**
 * The assistant that a run used, by its name of today. Runs do not say which version it was: the present one is sure
 * only when the assistant was not changed since, both by the server's clock.
 */
export function assistantText(
  run: Pick<RunRecord, 'assistantId' | 'createdAt'>,
  assistants: readonly Assistant[],
): string {
  const assistant = assistants.find(({ assistantId }) => assistantId === run.assistantId);
  if (!assistant) return run.assistantId === '' ? 'unknown' : `${run.assistantId} (no longer there)`;
  const { name, version, updatedAt } = assistant;
  if (version === null) return name;
  const changed = Date.parse(updatedAt ?? '');
  const created = Date.parse(run.createdAt ?? '');
  if (version === 1 || changed <= created) return `${name}, version ${version}`;
  return changed > created ? `${name}, a version before today's ${version}` : `${name}, version unknown`;
}

/** How a run's events can be seen. */
export type EventAvailability = 'held' | 'readable' | 'untold' | 'taken' | 'gone';

/**
 * `held`: the studio has them; `readable`: the server keeps them for everybody; `untold`: it does not say whether it
 * does, so that they are asked for; `taken`: reading them takes them from whoever reads them now; `gone`: nobody kept them.
 */
export function eventAvailability({ hasLog, resumable, status }: RunRecord): EventAvailability {
  if (hasLog) return 'held';
  if (resumable === null) return 'untold';
  if (resumable) return 'readable';
  return status === 'pending' || status === 'running' ? 'taken' : 'gone';
}
