import { describe, expect, it } from 'vitest';
import { aThread } from '../../testing/builders.ts';
import { initialSeenThreads, isUnread, parseSeenThreads, markSeen } from './unread-threads.ts';

const old = aThread({ threadId: 'old', updatedAt: '2026-11-20T10:00:00Z' });
const newer = aThread({ threadId: 'newer', updatedAt: '2026-11-20T12:00:00Z' });
const later = (thread: typeof old) => ({ ...thread, updatedAt: '2026-11-20T13:00:00Z' });

describe('what changed since it was looked at', () => {
  it('is nothing at the first look', () => {
    const seenThreads = initialSeenThreads([old, newer]);
    expect([isUnread(null, old), isUnread(seenThreads, old), isUnread(seenThreads, newer)]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('is a thread that changed, or was made, after that, until it is looked at', () => {
    const seenThreads = initialSeenThreads([old, newer]);
    expect(isUnread(seenThreads, later(old))).toBe(true);
    expect(isUnread(seenThreads, later(aThread({ threadId: 'made' })))).toBe(true);
    const after = markSeen(seenThreads, later(old));
    expect(isUnread(after, later(old))).toBe(false);
    expect(isUnread(after, { ...old, updatedAt: '2026-11-20T14:00:00Z' })).toBe(true);
  });

  it('is not written again when nothing changed', () => {
    const seenThreads = initialSeenThreads([old, newer]);
    expect(markSeen(seenThreads, old)).toBe(seenThreads);
  });

  it('remembers a bounded number of threads', () => {
    let seenThreads = markSeen(initialSeenThreads([]), old);
    for (let n = 0; n < 400; n += 1)
      seenThreads = markSeen(seenThreads, later(aThread({ threadId: `t${n}` })));
    expect(Object.keys(seenThreads?.threads ?? {})).toHaveLength(300);
  });

  it.each([null, '{', '{"upTo":1}'])('is unknown where %j was kept', (text) => {
    expect(parseSeenThreads(text)).toBeNull();
  });
});
