import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { userEvent } from '@testing-library/user-event';
import { AppError } from '../../shared/app-error.ts';
import type { Assistant } from '../../shared/model/assistant.ts';
import { anAssistant } from '../../testing/builders.ts';
import { renderView } from '../../testing/renderer/render-app.tsx';
import { shortId } from '../ui/display/format.ts';
import { AssistantPicker } from './AssistantPicker.tsx';

afterEach(cleanup);

async function openPicker(assistants: readonly Assistant[]): Promise<void> {
  renderView(
    <AssistantPicker
      connectionId="c"
      selectedId={null}
      onSelect={() => undefined}
      onAction={() => undefined}
    />,
    { calls: { 'assistants.list': async () => [...assistants] } },
  );
  await userEvent
    .setup()
    .click(await screen.findByRole('button', { name: 'Assistant: Choose an assistant' }));
}

it.each([
  { connectionId: null, name: 'Assistant: No server' },
  { connectionId: 'c', name: 'Assistant: Unknown' },
])('is named “$name” without assistants', async ({ connectionId, name }) => {
  renderView(
    <AssistantPicker
      connectionId={connectionId}
      selectedId={null}
      onSelect={() => undefined}
      onAction={() => undefined}
    />,
    {
      calls: {
        'assistants.list': () => Promise.reject(new AppError('server-failed', 'The server failed.')),
      },
    },
  );
  expect(await screen.findByRole('button', { name })).toBeTruthy();
});

it('tells assistants of one name apart by their IDs', async () => {
  const ids = ['11111111-aaaa-4aaa-8aaa-aaaaaaaaaaaa', '22222222-aaaa-4aaa-8aaa-aaaaaaaaaaaa'];
  const twins = ids.map((assistantId) =>
    anAssistant({ assistantId, graphId: 'agent', name: 'Untitled', description: null }),
  );
  const single = anAssistant({ graphId: 'agent', name: 'Strict', description: null });
  await openPicker([...twins, single]);
  const options = await screen.findAllByRole('menuitemradio');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Strict',
    ...ids.map((id) => `Untitled${shortId(id)}`),
  ]);
});

it('has a heading for a graph only where its one assistant does not say the name', async () => {
  const assistantOf = (graphId: string, name: string) =>
    anAssistant({ assistantId: `${graphId}-${name}`, graphId, name });
  const all = [
    assistantOf('agent', 'agent'),
    assistantOf('agent', 'Strict'),
    assistantOf('desk', 'Night desk'),
  ];
  await openPicker([...all, assistantOf('writer', 'writer')]);
  // Below the heading of another graph, the writer would be one of its assistants.
  const lines = [...(await screen.findByRole('menu')).querySelectorAll('*')]
    .filter(({ childElementCount, textContent }) => childElementCount === 0 && textContent !== '')
    .map(({ textContent }) => textContent);
  expect(lines).toEqual(['writer', 'agent', 'agent', 'Strict', 'desk', 'Night desk']);
});
