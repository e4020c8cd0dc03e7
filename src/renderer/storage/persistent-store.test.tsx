import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { StudioRpc } from '../rpc/rpc-context.ts';
import { applyBroadcastText, loadStorage, readStoredText, writeStoredText } from './persistent-store.ts';
import { saveHandoff, takeHandoff } from './unload-handoff.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('leaves a newer text to the next page while an older write of it ends', async () => {
  const writes: { readonly text: string | null; readonly finish: () => void }[] = [];
  const rpc = {
    call: (method: string, input: { readonly text: string | null }) =>
      method === 'storage.write'
        ? new Promise((resolve) => {
            writes.push({ text: input.text, finish: () => resolve({}) });
          })
        : Promise.resolve({ texts: [], after: null, member: null }),
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
  // The stores of earlier test files hear of it, too, and leave theirs.
  const left = takeHandoff('', () => 'older').filter(({ key }) => key === 'draft');
  expect(left).toEqual([{ key: 'draft', text: 'newer' }]);
  expect(writes.map(({ text }) => text)).toEqual(['older', 'newer']);
  expect(readStoredText('draft')).toBe('newer');
});

it('sends a newer text when the page goes, although an older write of it has not ended', async () => {
  const written: (string | null)[] = [];
  const rpc = {
    call: (method: string, input: { readonly text: string | null }) => {
      if (method !== 'storage.write') return Promise.resolve({ texts: [], after: null, member: null });
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

it('holds few of the texts that another window writes while nothing is typed here', async () => {
  localStorage.clear();
  const rpc = {
    call: (method: string) =>
      method === 'storage.write'
        ? new Promise(() => undefined)
        : Promise.resolve({ texts: [], after: null, member: null }),
  } as unknown as StudioRpc;
  await loadStorage(rpc, (problem) => expect.unreachable(String(problem)));
  for (let count = 0; count <= 500; count += 1) applyBroadcastText('long', `typed ${count}`);
  writeStoredText('long', 'typed here');
  window.dispatchEvent(new Event('pagehide'));
  const all = JSON.parse(localStorage.getItem('studio.left-behind') ?? '[]') as { readonly key: string }[];
  const [left, ...others] = all.filter(({ key }) => key === 'long').map((one) => JSON.stringify(one));
  expect(others).toEqual([]);
  expect(left).toContain('typed here');
  expect(left?.length).toBeLessThan(1000);
});

it('keeps what several windows leave during one outage, and of one text the later', () => {
  localStorage.clear();
  saveHandoff('', [
    { key: 'of one', text: 'one', replaces: [null] },
    { key: 'of both', text: 'older', replaces: [null] },
  ]);
  saveHandoff('', [
    { key: 'of two', text: 'two', replaces: [null] },
    { key: 'of both', text: 'newer', replaces: [null] },
  ]);
  const texts = takeHandoff('', () => null);
  expect(Object.fromEntries(texts.map(({ key, text }) => [key, text]))).toEqual({
    'of one': 'one',
    'of two': 'two',
    'of both': 'newer',
  });
  expect(takeHandoff('', () => null)).toEqual([]);
});
