import { useState } from 'react';
import { useInbox } from '../../inbox/queries.ts';
import { useRunState } from '../../run-state/run-state-store.ts';
import { inboxAnnouncement, runAnnouncement } from './announcements.ts';
import { useWorkbench } from '../use-workbench.ts';

/** The only live region for what happens by itself: one sentence for the end of a run, none for its events. */
export function Announcer() {
  const { connectionId, threadId } = useWorkbench().selection;
  const { phase } = useRunState(connectionId, threadId);
  const { item: inbox } = useInbox();
  const key = `${connectionId} ${threadId}`;
  const [last, setLast] = useState({ key, phase, inbox });
  const [announcement, setAnnouncement] = useState({ text: '', count: 0 });
  // A record that is read again says nothing new of the run.
  const isRead = phase !== 'reading' || last.key !== key;
  const nextPhase = isRead ? phase : last.phase;
  if (last.key !== key || last.phase !== nextPhase || last.inbox !== inbox) {
    setLast({ key, phase: nextPhase, inbox });
    const texts = [
      last.key === key ? runAnnouncement(last.phase, nextPhase) : null,
      last.inbox === null || inbox === null ? null : inboxAnnouncement(last.inbox, inbox, threadId),
    ].filter((text) => text !== null);
    if (texts.length > 0) setAnnouncement(({ count }) => ({ text: texts.join(' '), count: count + 1 }));
  }
  return (
    <div className="visually-hidden" aria-live="polite" data-testid="announcements">
      {/* Another element, so that the same sentence is read again. */}
      <p key={announcement.count}>{announcement.text}</p>
    </div>
  );
}
