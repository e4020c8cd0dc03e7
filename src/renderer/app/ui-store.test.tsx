import { beforeEach, describe, expect, it } from 'vitest';
import { createRunSession } from '../runs/run-session.ts';
import { emptySelection } from '../runs/selection.ts';
import { createUiStore, storageKey, type UiState } from './ui-store.ts';

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
