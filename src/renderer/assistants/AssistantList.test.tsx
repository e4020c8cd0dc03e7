import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { aHealth, someCapabilities } from '../../testing/builders.ts';
import { renderView } from '../../testing/renderer/render-app.tsx';
import { snapshotStream } from '../../testing/renderer/stub-handlers.ts';
import { AssistantList } from './AssistantList.tsx';

afterEach(cleanup);

async function showList(available: boolean): Promise<void> {
  const assistants = { available, reason: null, source: 'answer' as const };
  const server = {
    version: null,
    runtime: 'unknown' as const,
    runtimeVersion: null,
    capabilities: someCapabilities({ assistants }),
  };
  const health = [aHealth({ connectionId: 'c', server })];
  const props = { selectedId: null, onSelect: () => undefined, onAction: () => undefined };
  renderView(<AssistantList connectionId="c" {...props} />, {
    calls: {
      'assistants.list': () => Promise.resolve([{ ...graphOfThreads, bySystem: true }]),
    },
    streams: { 'connections.watch': (_, signal) => snapshotStream({ connections: [], health }, signal) },
  });
  await screen.findAllByText('writer');
}

const graphOfThreads = {
  assistantId: 'w',
  graphId: 'writer',
  name: 'writer',
  description: null,
  version: null,
  updatedAt: null,
  configText: '{}',
  contextText: '{}',
};

const note = /This server lists no assistants[.] These are the graphs that its newest threads ran[.]/;

it('says where its graphs come from when the server lists no assistants', async () => {
  await showList(false);
  expect(await screen.findByText(note)).toBeDefined();
});

it('says nothing about a server that lists them', async () => {
  await showList(true);
  expect(screen.queryByText(note)).toBeNull();
});
