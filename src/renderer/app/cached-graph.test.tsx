import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { GraphShape } from '../../shared/model/graph.ts';
import { aHealth, anAssistant } from '../../testing/builders.ts';
import { demoConnection, snapshotStream } from '../../testing/renderer/stub-handlers.ts';
import { renderApp, type RenderedApp, type TestHandlers } from '../../testing/renderer/render-app.tsx';
import { flushStorage } from '../storage/persistent-store.ts';

let app: RenderedApp | null = null;

afterEach(() => {
  app?.end();
  app = null;
  localStorage.clear();
});

const plan = {
  id: 'plan',
  label: 'plan',
  parent: null,
  kind: 'plain',
  breakBefore: false,
  breakAfter: false,
};
const shape: GraphShape = { nodes: [{ ...plan, kind: 'plain' }], edges: [], depth: 0 };

/** The text that a window keeps once its server has said the graph. */
async function storedByAWindow(): Promise<string> {
  app = renderApp({
    calls: { 'assistants.list': async () => [anAssistant()], 'assistants.graph': async () => shape },
  });
  await screen.findByRole('button', { name: 'Assistant: writer' });
  const written = (): string | undefined => {
    flushStorage();
    const writes = app?.called.filter(({ method }) => method === 'storage.write') ?? [];
    const texts = writes.map(({ input }) => input as { readonly key: string; readonly text: string });
    return texts.find(({ key }) => key === 'last-graph')?.text;
  };
  await waitFor(() => expect(written()).toBeDefined());
  app.end();
  return written() ?? '';
}

/** A back end whose server is still being started, with what a window kept before. */
function starting(text: string, state: 'connecting' | 'connected' = 'connecting'): TestHandlers {
  return {
    calls: {
      'storage.read': async () => ({ texts: [{ key: 'last-graph', text }], after: null }),
      'assistants.list': () => new Promise(() => undefined),
      'assistants.graph': () => new Promise(() => undefined),
    },
    streams: {
      'connections.watch': (_input, signal) =>
        snapshotStream({ connections: [demoConnection], health: [aHealth({ state })] }, signal),
    },
  };
}

it('draws the graph as it was last seen while the server still starts, and says so', async () => {
  const text = await storedByAWindow();
  app = renderApp(starting(text));
  expect(await screen.findByText('Last known graph. Starting the demo server.')).toBeTruthy();
  expect(await screen.findByRole('region', { name: 'Graph' })).toBeTruthy();
});

it('draws it too while a server that is there is asked for its assistants', async () => {
  const text = await storedByAWindow();
  app = renderApp(starting(text, 'connected'));
  expect(await screen.findByText('Last known graph. Loading assistants.')).toBeTruthy();
  expect(await screen.findByRole('region', { name: 'Graph' })).toBeTruthy();
});

it('waits for the server when what was kept is of another assistant, or is no graph', async () => {
  const text = await storedByAWindow();
  for (const other of [text.replace(anAssistant().assistantId, 'another'), '{"half']) {
    app = renderApp(starting(other));
    expect(await screen.findByText('Starting the demo server')).toBeTruthy();
    expect(screen.queryByText(/Last known graph/)).toBeNull();
    app.end();
  }
});
