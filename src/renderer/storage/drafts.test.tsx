import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import type { StudioRpc } from '../rpc/rpc-context.ts';
import { draftKey, flushDrafts, readDraft, useDraft, writeDraft } from './drafts.ts';
import { loadStorage } from './persistent-store.ts';

/** A back end that stores texts of a member (`null`: of the only person) in a map, or rejects. */
function backEnd(stored: Record<string, string | null> = {}, memberId: string | null = null) {
  const problems: unknown[] = [];
  let refusal: AppError | null = null;
  const rpc = {
    call: async (method: string, input: { key: string; text: string | null }) => {
      if (method === 'storage.read') {
        const texts = Object.entries(stored).map(([key, text]) => ({ key, text }));
        return { texts, after: null };
      }
      if (method === 'team.member') return { member: memberId === null ? null : { id: memberId } };
      if (refusal) throw refusal;
      stored[input.key] = input.text;
      return {};
    },
  } as unknown as StudioRpc;
  return {
    stored,
    problems,
    load: () => loadStorage(rpc, (problem) => problems.push(problem)),
    refuse: (error: AppError | null) => (refusal = error),
  };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('drafts', () => {
  it('are on the disk half a second after the last key', async () => {
    const { stored, load } = backEnd();
    await load();
    writeDraft('a', 'h');
    await vi.advanceTimersByTimeAsync(200);
    writeDraft('a', 'hi');
    expect(readDraft('a')).toBe('hi');
    await vi.advanceTimersByTimeAsync(500);
    expect(stored['a']).toBe('hi');
  });

  it('are sent when the page goes away', async () => {
    const { stored, load } = backEnd();
    await load();
    writeDraft('b', 'text');
    window.dispatchEvent(new Event('pagehide'));
    await vi.advanceTimersByTimeAsync(0);
    expect(stored['b']).toBe('text');
  });

  it('that a page could not send any more are there in the page after it, and are sent from there', async () => {
    const before = backEnd();
    await before.load();
    before.refuse(new AppError('port-closed', 'The page is gone.'));
    writeDraft('last', 'words');
    window.dispatchEvent(new Event('pagehide'));
    const after = backEnd({ last: 'older' });
    await after.load();
    expect(readDraft('last')).toBe('words');
    await vi.advanceTimersByTimeAsync(500);
    expect(after.stored['last']).toBe('words');
    const later = backEnd({ last: 'newer' });
    await later.load();
    expect(readDraft('last')).toBe('newer');
  });

  it('that were left behind long ago are not brought back over newer ones', async () => {
    const before = backEnd();
    await before.load();
    writeDraft('old', 'words');
    window.dispatchEvent(new Event('pagehide'));
    await vi.advanceTimersByTimeAsync(60_000);
    const after = backEnd({ old: 'newer' });
    await after.load();
    expect(readDraft('old')).toBe('newer');
  });

  it.each([
    ['the write was never sent', { sent: 'no' }, 'on the disk', 'words'],
    ['the write got no answer, and did not arrive', {}, 'on the disk', 'words'],
    ['the write got no answer, and arrived', {}, 'wo', 'words'],
    ['another window has written since', {}, 'newer', 'newer'],
  ])('that waited for a studio that was away for longer: %s', async (_, details, stored, expected) => {
    const before = backEnd({ away: 'on the disk' });
    await before.load();
    before.refuse(new AppError('port-closed', 'Connection to the studio lost.', { details }));
    writeDraft('away', 'wo');
    await vi.advanceTimersByTimeAsync(500);
    writeDraft('away', 'words');
    window.dispatchEvent(new Event('pagehide'));
    await vi.advanceTimersByTimeAsync(3_600_000);
    const after = backEnd({ away: stored });
    await after.load();
    expect(readDraft('away')).toBe(expected);
    await vi.advanceTimersByTimeAsync(500);
    expect(after.stored['away']).toBe(expected);
  });

  it('that a member left behind are not for another one who signs in in the same browser', async () => {
    const before = backEnd({}, 'ada');
    await before.load();
    before.refuse(new AppError('port-closed', 'Connection to the studio lost.', { details: { sent: 'no' } }));
    writeDraft('of a member', 'words of Ada');
    window.dispatchEvent(new Event('pagehide'));
    await vi.advanceTimersByTimeAsync(0);
    const other = backEnd({}, 'bob');
    await other.load();
    expect(readDraft('of a member')).toBeNull();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(other.stored).toEqual({});
    const again = backEnd({}, 'ada');
    await again.load();
    expect(readDraft('of a member')).toBe('words of Ada');
  });

  it('are there after a start, but for what was typed since', async () => {
    const { load } = backEnd({ old: 'from the disk', typed: 'from the disk' });
    const loaded = load();
    writeDraft('typed', 'newer');
    await loaded;
    expect([readDraft('old'), readDraft('typed')]).toEqual(['from the disk', 'newer']);
  });

  it('are gone after they were thrown away', async () => {
    const { stored, load } = backEnd({ c: 'text' });
    await load();
    writeDraft('c', null);
    flushDrafts();
    await vi.advanceTimersByTimeAsync(0);
    expect(stored['c']).toBeNull();
    expect(readDraft('c')).toBeNull();
  });

  it('stay in memory when the disk is full, say so once, and are written when it is not', async () => {
    const { stored, problems, load, refuse } = backEnd();
    await load();
    refuse(new AppError('storage', 'The disk is full.'));
    writeDraft('d', 'text');
    await vi.advanceTimersByTimeAsync(12_000);
    expect(readDraft('d')).toBe('text');
    expect(problems).toMatchObject([{ message: 'The disk is full.' }]);
    refuse(null);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(stored['d']).toBe('text');
  });

  it('that are too long for the disk say so and stay in memory', async () => {
    const { problems, load } = backEnd();
    await load();
    writeDraft('e', 'x'.repeat(6_000_001));
    await vi.advanceTimersByTimeAsync(500);
    expect(problems).toMatchObject([{ message: 'A text of 6.0 MB is too long to be saved to disk.' }]);
    expect(readDraft('e')).toHaveLength(6_000_001);
    writeDraft('e', null);
  });

  it('wake the view that shows them', () => {
    vi.useRealTimers();
    function Shown() {
      const [text] = useDraft('f');
      return <p>{text ?? 'none'}</p>;
    }
    render(<Shown />);
    expect(screen.getByText('none')).toBeTruthy();
    act(() => writeDraft('f', 'typed'));
    expect(screen.getByText('typed')).toBeTruthy();
  });

  it('have keys that can not meet by chance', () => {
    expect(draftKey('a/b', 'c')).not.toBe(draftKey('a', 'b/c'));
  });
});
