import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import { renderView } from '../../testing/renderer/render-app.tsx';
import { AssistantPicker } from './AssistantPicker.tsx';

afterEach(cleanup);

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
