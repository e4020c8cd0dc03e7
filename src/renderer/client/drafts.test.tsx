import { act, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { draftKey, flushDrafts, readDraft, useDraft, writeDraft } from './drafts.ts';

const stored = (key: string): string | null => localStorage.getItem(`draft:${key}`);

beforeEach(() => localStorage.clear());

describe('drafts', () => {
  it('D-6: are in the storage half a second after the last key', () => {
    vi.useFakeTimers();
    writeDraft('a', 'h');
    vi.advanceTimersByTime(300);
    writeDraft('a', 'hi');
    expect(readDraft('a')).toBe('hi');
    vi.advanceTimersByTime(500);
    expect(stored('a')).toBe('hi');
    vi.useRealTimers();
  });

  it('D-6: are written when the page goes away', () => {
    writeDraft('b', 'text');
    window.dispatchEvent(new Event('pagehide'));
    expect(stored('b')).toBe('text');
  });

  it('are gone after they were thrown away', () => {
    writeDraft('c', 'text');
    flushDrafts();
    writeDraft('c', null);
    flushDrafts();
    expect(stored('c')).toBeNull();
    expect(readDraft('c')).toBeNull();
  });

  it('stay in memory when the storage is full, and leave no old text there', () => {
    writeDraft('d', 'old');
    flushDrafts();
    const full = (): never => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const storage = localStorage;
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => storage.getItem(key),
      removeItem: (key: string) => storage.removeItem(key),
      setItem: full,
    });
    writeDraft('d', 'new');
    flushDrafts();
    vi.unstubAllGlobals();
    expect(readDraft('d')).toBe('new');
    expect(stored('d')).toBeNull();
  });

  it('wake the view that shows them', () => {
    function Shown() {
      const [text] = useDraft('e');
      return <p>{text ?? 'none'}</p>;
    }
    render(<Shown />);
    expect(screen.getByText('none')).toBeTruthy();
    act(() => writeDraft('e', 'typed'));
    expect(screen.getByText('typed')).toBeTruthy();
  });

  it('have keys that can not meet by chance', () => {
    expect(draftKey('a/b', 'c')).not.toBe(draftKey('a', 'b/c'));
  });
});
