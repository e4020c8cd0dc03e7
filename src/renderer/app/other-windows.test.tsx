import { afterEach, beforeEach, expect, it } from 'vitest';
import { changeSelection, createRunSession } from '../runs/run-session.ts';
import { emptySelection } from '../runs/selection.ts';
import { createUiStore, type UiStore } from './ui-store.ts';
import { syncWithOtherWindows } from './other-windows.ts';

const key = 'studio.window';
const cleanups: (() => void)[] = [];

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  for (const clean of cleanups.splice(0)) clean();
});

/** A window; `session` stands for the storage of its tab, which the test swaps. */
function openWindow() {
  const session = createRunSession();
  const store = createUiStore(session);
  cleanups.push(syncWithOtherWindows(store));
  const select = (connectionId: string): void => {
    store.setState({ remembered: null });
    changeSelection(session, () => ({ ...emptySelection, connectionId }));
  };
  return { store, select };
}

const rememberedBy = ({ getState }: UiStore): string | null => getState().remembered?.connectionId ?? null;

it('a window finds its own selection after a reload, whatever another one has selected meanwhile', () => {
  const first = openWindow();
  first.select('first');
  first.store.setState({ railView: 'inbox' });
  const own = sessionStorage.getItem(key) ?? '';
  sessionStorage.clear();
  openWindow().select('second');
  sessionStorage.setItem(key, own);
  const { store } = openWindow();
  expect(rememberedBy(store)).toBe('first');
  expect(store.getState().railView).toBe('inbox');
});

it('a new window starts with what the last used one shows', () => {
  const first = openWindow();
  first.select('first');
  sessionStorage.clear();
  openWindow().select('second');
  sessionStorage.clear();
  expect(rememberedBy(openWindow().store)).toBe('second');
  // The user goes back to the first one.
  first.store.setState({});
  sessionStorage.clear();
  expect(rememberedBy(openWindow().store)).toBe('first');
});

it('the theme follows the other windows, and their selection does not', () => {
  const { store, select } = openWindow();
  select('first');
  const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as { state: Record<string, unknown> };
  const newValue = JSON.stringify({
    ...stored,
    state: { ...stored.state, theme: 'dark', selection: { ...emptySelection, connectionId: 'second' } },
  });
  dispatchEvent(new StorageEvent('storage', { key, newValue }));
  expect(store.getState().theme).toBe('dark');
  expect(localStorage.getItem(key)).toContain('"connectionId":"first"');
  for (const broken of ['{', '{"state":{"theme":5}}', 'null'])
    expect(() => dispatchEvent(new StorageEvent('storage', { key, newValue: broken }))).not.toThrow();
  expect(store.getState().theme).toBe('dark');
});
