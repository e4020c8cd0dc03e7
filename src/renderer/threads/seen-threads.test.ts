import { describe, expect, it } from 'vitest';
import { aThread } from '../../testing/builders.ts';
import { firstLook, isNews, parseSeen, withLook } from './seen-threads.ts';

const old = aThread({ threadId: 'old', updatedAt: '2026-11-20T10:00:00Z' });
const newer = aThread({ threadId: 'newer', updatedAt: '2026-11-20T12:00:00Z' });
const later = (thread: typeof old) => ({ ...thread, updatedAt: '2026-11-20T13:00:00Z' });

describe('what changed since it was looked at', () => {
  it('is nothing at the first look', () => {
    const seen = firstLook([old, newer]);
    expect([isNews(null, old), isNews(seen, old), isNews(seen, newer)]).toEqual([false, false, false]);
  });

  it('is a thread that changed, or was made, after that, until it is looked at', () => {
    const seen = firstLook([old, newer]);
    expect(isNews(seen, later(old))).toBe(true);
    expect(isNews(seen, later(aThread({ threadId: 'made' })))).toBe(true);
    const after = withLook(seen, later(old));
    expect(isNews(after, later(old))).toBe(false);
    expect(isNews(after, { ...old, updatedAt: '2026-11-20T14:00:00Z' })).toBe(true);
  });

  it('is not written again when nothing changed', () => {
    const seen = firstLook([old, newer]);
    expect(withLook(seen, old)).toBe(seen);
  });

  it('remembers a bounded number of threads', () => {
    let seen = withLook(firstLook([]), old);
    for (let n = 0; n < 400; n += 1) seen = withLook(seen, later(aThread({ threadId: `t${n}` })));
    expect(Object.keys(seen?.threads ?? {})).toHaveLength(300);
  });

  it.each([null, '{', '{"upTo":1}'])('is unknown where %j was kept', (text) => {
    expect(parseSeen(text)).toBeNull();
  });
});
