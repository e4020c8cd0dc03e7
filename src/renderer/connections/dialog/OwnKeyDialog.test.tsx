import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { Connection } from '../../../shared/model/connection.ts';
import { renderView } from '../../../testing/renderer/render-app.tsx';
import { OwnKeyDialog } from './OwnKeyDialog.tsx';

const shared: Connection = {
  id: 'c1',
  kind: 'remote',
  name: 'Team server',
  url: 'http://localhost:2024',
  key: { storage: 'sealed', last4: '-key' },
  headers: [],
};

it('a typed key is not lost by one Escape, and is by a second', async () => {
  const onClose = vi.fn<() => void>();
  const app = renderView(<OwnKeyDialog connection={shared} onClose={onClose} onSaved={onClose} />, {});
  await userEvent.type(await screen.findByLabelText('API key'), 'my-own-key');
  await userEvent.keyboard('{Escape}');
  expect(screen.getByText('The key is not saved.')).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
  app.end();
});
