import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import { aHealth, anAssistant, someCapabilities } from '../../testing/builders.ts';
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

it.each([{ before: [anAssistant({ description: 'Writes.' })] }, { before: [] }])(
  'says that it could not read the $before.length assistants again',
  async ({ before }) => {
    let fails = false;
    const props = { selectedId: null, onSelect: () => undefined, onAction: () => undefined };
    renderView(<AssistantList connectionId="c" {...props} />, {
      calls: {
        'assistants.list': async () => {
          if (!fails) return before;
          throw new AppError('server-failed', 'The server failed.');
        },
      },
    });
    await screen.findByText(before[0]?.description ?? 'No assistants');
    fails = true;
    const [refresh] = screen.getAllByRole('button', { name: 'Refresh' });
    await userEvent.click(refresh ?? document.body);
    expect(await screen.findByText('The server failed.')).toBeTruthy();
    expect(screen.queryAllByRole('option')).toHaveLength(before.length);
    expect(screen.queryByText('No assistants')).toBeNull();
  },
);

it('a name, a graph and a description that have no room are read as a whole in their titles', async () => {
  const [name, graphId, description] = ['name', 'graph', 'text'].map((word) => word.repeat(80));
  const assistant = anAssistant({
    name: String(name),
    graphId: String(graphId),
    description: String(description),
  });
  const props = { selectedId: null, onSelect: () => undefined, onAction: () => undefined };
  renderView(<AssistantList connectionId="c" {...props} />, {
    calls: { 'assistants.list': async () => [assistant] },
  });
  for (const text of [name, graphId, description])
    expect((await screen.findByText(String(text))).title).toBe(text);
});
