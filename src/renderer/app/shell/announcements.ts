import type { InboxSnapshot } from '../../../shared/model/inbox.ts';
import { statusOfPhase } from '../../run-state/run-state-labels.ts';
import { isRunActive, type RunPhase } from '../../run-state/run-state.ts';
import { statusStyles } from '../../ui/display/status-styles.ts';
import { shortId } from '../../ui/display/format.ts';
import { truncate } from '../../../shared/truncate.ts';

/* What a screen reader is told without looking for it: that a run ended, and that somebody is waited for. */

const maxNameLength = 80;

/**
 * For the displayed thread: its run is no longer active, or waits, which is said also of a run that ended before it was seen to
 * begin. `null` for any other change.
 */
export function runAnnouncement(before: RunPhase, after: RunPhase): string | null {
  if (after === 'interrupted' && !['interrupted', 'reading', 'none'].includes(before))
    return 'The run is waiting for an answer to a question.';
  if (!isRunActive(before) || isRunActive(after) || after === 'reading') return null;
  if (after === 'unknown') return 'The state of the run is unknown.';
  // No run is known any more: it may have been deleted.
  return after === 'none' ? null : `Run ended: ${statusStyles[statusOfPhase({ phase: after })].label}.`;
}

/**
 * For all other threads: which have begun to wait. What a server's first answer has is not news. `displayedId`: the
 * thread that `runAnnouncement` is for.
 */
export function inboxAnnouncement(
  before: InboxSnapshot,
  after: InboxSnapshot,
  displayedId: string | null,
): string | null {
  const added = after.servers.flatMap((server) => {
    const earlier = before.servers.find(({ connectionId }) => connectionId === server.connectionId);
    if (earlier?.state !== 'read' || server.state !== 'read') return [];
    const earlierIds = new Set(earlier.threads.map(({ threadId }) => threadId));
    return server.threads.filter(({ threadId }) => threadId !== displayedId && !earlierIds.has(threadId));
  });
  const [first] = added;
  if (first === undefined) return null;
  if (added.length > 1) return `${added.length} more threads are waiting for you.`;
  const name = first.name === null || first.name === '' ? shortId(first.threadId) : first.name;
  return `Thread ${truncate(name, maxNameLength)} is waiting for you.`;
}
