import { beforeEach, describe, expect, it } from 'vitest';
import { createRunSession } from '../runs/run-session.ts';
import { emptySelection } from '../runs/selection.ts';
import { createUiStore, setRunSheet, showThread, storageKey, type UiState } from './ui-store.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const open = (): UiState => createUiStore(createRunSession()).getState();

/** What version 0.1 stored. */
const collapsed = { left: false, threads: true, history: true, dock: true, inspector: false };
const stored = {
  selection: { ...emptySelection, connectionId: 'demo', threadId: 't' },
  railView: 'assistants',
  collapsed,
};

describe('the stored state of the window', () => {
  it('of version 0.1 opens with the panes that were collapsed, among them the story, which was named history', () => {
    const settings = { theme: 'dark', singleKeys: false };
    localStorage.setItem(storageKey, JSON.stringify({ state: { ...stored, ...settings }, version: 0 }));
    const { history, ...others } = collapsed;
    expect(open()).toMatchObject({ ...settings, railView: 'assistants', remembered: stored.selection });
    expect(open().collapsed).toEqual({ ...others, story: history });
    localStorage.clear();
    sessionStorage.setItem(storageKey, JSON.stringify(stored));
    expect(open().collapsed).toEqual({ ...others, story: history });
  });

  it('is the view that was left after a reload, also where no thread is selected', () => {
    for (const railView of ['threads', 'assistants', 'runs', 'crons'] as const) {
      createUiStore(createRunSession()).setState({ railView, remembered: null });
      expect(open().railView).toBe(railView);
    }
  });

  it('of another window is its view only if a thread was open there: a new window opens with the runs', () => {
    createUiStore(createRunSession()).setState({ railView: 'threads', remembered: null });
    sessionStorage.clear();
    expect(open().railView).toBe('runs');
  });
});

describe('the run sheet', () => {
  const demo = { ...emptySelection, connectionId: 'demo', threadId: 't' };

  it('that was opened on one server is closed on the next one', () => {
    const session = createRunSession(demo);
    const store = createUiStore(session);
    setRunSheet(store, true);
    session.setState({ selection: { ...demo, threadId: 'other' } });
    expect(store.getState().runSheet).toBe(true);
    session.setState({ selection: { ...emptySelection, connectionId: 'prod' } });
    expect(store.getState().runSheet).toBeNull();
    setRunSheet(store, false);
    session.setState({ selection: demo });
    expect(store.getState().runSheet).toBe(false);
  });

  it('stays open after a reload, in which the selection comes back', () => {
    setRunSheet(createUiStore(createRunSession(demo)), true);
    const session = createRunSession();
    const store = createUiStore(session);
    session.setState({ selection: demo });
    expect(store.getState().runSheet).toBe(true);
  });

  it('does not cover a thread that is opened from a view such as the runs, but stays beside the list of threads', () => {
    const store = createUiStore(createRunSession(demo));
    setRunSheet(store, true);
    store.setState({ railView: 'threads' });
    showThread(store);
    expect(store.getState().runSheet).toBe(true);
    store.setState({ railView: 'runs' });
    showThread(store);
    expect(store.getState()).toMatchObject({ railView: 'threads', runSheet: null });
  });
});
