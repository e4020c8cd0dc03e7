import { describe, expect, it } from 'vitest';
import type { InboxServer, InboxSnapshot } from '../../../shared/model/inbox.ts';
import { inboxAnnouncement, runAnnouncement } from './announcements.ts';

describe('a screen reader hears of the displayed run', () => {
  it('that it ended, and how', () => {
    expect(runAnnouncement('running', 'finished')).toBe('Run ended: finished.');
    expect(runAnnouncement('queued', 'failed')).toBe('Run ended: failed.');
    expect(runAnnouncement('reconnecting', 'unknown')).toBe('The state of the run is unknown.');
  });

  it('that a question came', () => {
    for (const before of ['running', 'finished', 'unknown'] as const)
      expect(runAnnouncement(before, 'interrupted')).toBe('The run is waiting for an answer to a question.');
  });

  it('nothing while it goes on, and nothing of a thread that is opened', () => {
    expect(runAnnouncement('starting', 'running')).toBeNull();
    expect(runAnnouncement('running', 'reconnecting')).toBeNull();
    expect(runAnnouncement('running', 'reading')).toBeNull();
    for (const before of ['reading', 'none', 'interrupted'] as const)
      expect(runAnnouncement(before, 'interrupted')).toBeNull();
    expect(runAnnouncement('none', 'finished')).toBeNull();
  });
});

const inboxOf = (ids: readonly string[], facts: Partial<InboxServer> = {}): InboxSnapshot => ({
  servers: [
    {
      connectionId: 'demo',
      name: 'Demo',
      state: 'read',
      threads: ids.map((threadId) => ({
        threadId,
        graphId: null,
        assistantId: null,
        name: `Thread ${threadId}`,
        updatedAt: null,
        stop: null,
      })),
      hasMore: false,
      problem: null,
      readAt: null,
      ...facts,
    },
  ],
});

describe('a screen reader hears of other threads', () => {
  it('that one waits, by its name', () => {
    expect(inboxAnnouncement(inboxOf(['a']), inboxOf(['b', 'a']), null)).toBe(
      'Thread Thread b is waiting for you.',
    );
  });

  it('how many wait when there are several, in one sentence', () => {
    expect(inboxAnnouncement(inboxOf([]), inboxOf(['a', 'b', 'c']), null)).toBe(
      '3 more threads are waiting for you.',
    );
  });

  it('nothing of the displayed one, of threads that no longer wait, and of a first answer', () => {
    expect(inboxAnnouncement(inboxOf([]), inboxOf(['a']), 'a')).toBeNull();
    expect(inboxAnnouncement(inboxOf(['a', 'b']), inboxOf(['a']), null)).toBeNull();
    expect(inboxAnnouncement(inboxOf([], { state: 'reading' }), inboxOf(['a']), null)).toBeNull();
    expect(inboxAnnouncement({ servers: [] }, inboxOf(['a']), null)).toBeNull();
  });

  it('a name of any length as a short one', () => {
    const after = inboxOf(['a'.repeat(500)]);
    expect(inboxAnnouncement(inboxOf([]), after, null)?.length).toBeLessThan(120);
  });
});
