import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import type { InputList } from '../../shared/model/input-file.ts';
import { renderView } from '../../testing/renderer/render-app.tsx';
import { queryKeys } from '../queries/query-keys.ts';
import { InputsView } from './InputsView.tsx';

afterEach(cleanup);

it('does not say that there are none when they could not be read again', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const before: InputList = { folder: { folder: '/project', origin: 'project' }, files: [], isCut: false };
  client.setQueryData(queryKeys.inputs('c'), before, { updatedAt: 1 });
  renderView(
    <QueryClientProvider client={client}>
      <InputsView
        connectionId="c"
        serverName="Production"
        assistant={null}
        switcher={null}
        renderRun={() => null}
        renderActions={() => null}
      />
    </QueryClientProvider>,
    { calls: { 'inputs.list': () => Promise.reject(new AppError('internal', 'The disk failed.')) } },
  );
  expect(await screen.findByText('No inputs')).toBeTruthy();
  expect(await screen.findByText('The disk failed.')).toBeTruthy();
  expect(screen.queryByText('No inputs')).toBeNull();
});
