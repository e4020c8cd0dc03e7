import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { GraphDrawing } from '../../graph/canvas/graph-drawing.ts';
import { storeSplash } from './splash-data.ts';
import { removeSplash, showSplash } from './splash.ts';
import { showBootError } from './boot-error.ts';

const box = { x: 44, y: 40, width: 400, height: 300 };
const drawing: GraphDrawing = {
  bounds: box,
  nodes: [{ box, look: 'box', kind: 'plain', title: 'plan' }],
  edges: [{ path: 'M0 0L1 1', conditional: true, label: { text: 'again', box } }],
};

function keep(page = { width: innerWidth, height: innerHeight }) {
  const graph = { connectionId: 'c', assistantId: 'a', pane: box, canvas: box, picture: drawing };
  storeSplash({ page, main: box, panes: [box], graph });
}

function remember({
  theme = 'dark',
  railView = 'threads',
  assistantId = 'a',
  threadId = 't' as string | null,
} = {}) {
  const selection = { connectionId: 'c', assistantId, threadId };
  localStorage.setItem(
    'studio.window',
    JSON.stringify({ state: { theme, railView, selection }, version: 0 }),
  );
}

const shownParts = () =>
  [...document.querySelectorAll<HTMLElement>('[data-opening]')].map(({ dataset }) => dataset['opening']);

beforeEach(() => {
  keep();
  remember();
});

afterEach(() => {
  removeSplash();
  localStorage.clear();
  document.body.replaceChildren();
  delete document.documentElement.dataset['theme'];
  vi.unstubAllGlobals();
});

it('shows the window as it was last seen, in its theme, out of reach', async () => {
  await showSplash();
  expect(document.documentElement.dataset['theme']).toBe('dark');
  expect(shownParts()).toEqual(['frame', 'panes', 'graph']);
  const layer = document.querySelector('[data-opening=graph]')?.parentElement;
  expect([layer?.ariaHidden, layer?.inert]).toEqual(['true', true]);
  expect(document.querySelector('[data-picture-node=plan]')).not.toBeNull();
});

it.each([
  ['another assistant is chosen', () => remember({ assistantId: 'b' }), ['frame', 'panes']],
  ['the page has another size', () => keep({ width: 10, height: 10 }), ['frame']],
  ['another view is open', () => remember({ railView: 'inbox' }), ['frame']],
  ['no thread is open, so that the runs are shown', () => remember({ threadId: null }), ['frame']],
  ['the kept text is broken', () => localStorage.setItem('studio.opening', '{"form":1'), ['frame']],
  [
    'an older version kept it',
    () => localStorage.setItem('studio.opening', JSON.stringify({ form: 0, page: {}, panes: [], main: {} })),
    ['frame'],
  ],
  [
    'what was kept is not what it should be',
    () => {
      const page = { width: innerWidth, height: innerHeight };
      const odd = { form: 1, page, main: box, panes: [null], graph: 3 };
      localStorage.setItem('studio.opening', JSON.stringify(odd));
    },
    ['frame'],
  ],
])('leaves out what is not in place when %s', async (_, change, expected) => {
  change();
  await showSplash();
  expect(shownParts()).toEqual(expected);
});

it('goes part by part as the window draws its own, and leaves nothing behind', async () => {
  await showSplash();
  removeSplash('frame');
  expect(shownParts()).toEqual(['panes', 'graph']);
  removeSplash('graph');
  removeSplash('panes');
  expect(document.body.children).toHaveLength(0);
});

it('goes when the page gets another size', async () => {
  await showSplash();
  window.dispatchEvent(new Event('resize'));
  expect(shownParts()).toEqual([]);
});

it('says when the window did not come, and that the studio still does not answer', async () => {
  await showSplash();
  const root = document.createElement('div');
  document.body.append(root);
  showBootError(root);
  expect(shownParts()).toEqual([]);
  expect(root.textContent).toContain('Check whether the command that started it is still running.');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')));
  const button = root.querySelector('button');
  expect(document.activeElement).toBe(button);
  button?.click();
  await expect.poll(() => root.textContent).toContain('Still not responding.');
});
