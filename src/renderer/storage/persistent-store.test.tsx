import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { StudioRpc } from '../rpc/rpc-context.ts';
import { loadStorage, readStoredText, writeStoredText } from './persistent-store.ts';
import { takeHandoff } from './unload-handoff.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('leaves a newer text to the next page while an older write of it ends', async () => {
  const writes: { readonly text: string | null; readonly finish: () => void }[] = [];
  const rpc = {
    call: (method: string, input: { readonly text: string | null }) =>
      method === 'storage.read'
        ? Promise.resolve({ texts: [], after: null })
        : new Promise((resolve) => {
            writes.push({ text: input.text, finish: () => resolve({}) });
          }),
  } as unknown as StudioRpc;
  await loadStorage(rpc, (problem) => expect.unreachable(String(problem)));
  writeStoredText('draft', 'older');
  await vi.advanceTimersByTimeAsync(500);
  writeStoredText('draft', 'newer');
  await vi.advanceTimersByTimeAsync(500);
  writes[0]?.finish();
  await vi.advanceTimersByTimeAsync(500);
  // The newer text is on its way, but the page goes before it has arrived.
  window.dispatchEvent(new Event('pagehide'));
  expect(takeHandoff(() => 'older')).toEqual([{ key: 'draft', text: 'newer' }]);
  expect(writes.map(({ text }) => text)).toEqual(['older', 'newer']);
  expect(readStoredText('draft')).toBe('newer');
});

it('sends a newer text when the page goes, although an older write of it has not ended', async () => {
  const written: (string | null)[] = [];
  const rpc = {
    call: (method: string, input: { readonly text: string | null }) => {
      if (method === 'storage.read') return Promise.resolve({ texts: [], after: null });
      written.push(input.text);
      return new Promise(() => undefined);
    },
  } as unknown as StudioRpc;
  await loadStorage(rpc, (problem) => expect.unreachable(String(problem)));
  writeStoredText('note', 'older');
  await vi.advanceTimersByTimeAsync(500);
  writeStoredText('note', 'newer');
  window.dispatchEvent(new Event('pagehide'));
  expect(written).toEqual(['older', 'newer']);
});
