import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import { renderView } from '../../testing/renderer/render-app.tsx';
import { queryKeys } from '../queries/query-keys.ts';
import { ExperimentsView } from './ExperimentsView.tsx';

afterEach(cleanup);

it('does not say that there are none when they could not be read again', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(queryKeys.experiments, { experiments: [], problem: null }, { updatedAt: 1 });
  renderView(
    <QueryClientProvider client={client}>
      <ExperimentsView
        initialId={null}
        switcher={null}
        onNew={() => undefined}
        onOpenThread={() => undefined}
        renderDiff={() => null}
      />
    </QueryClientProvider>,
    { calls: { 'experiments.list': () => Promise.reject(new AppError('internal', 'The disk failed.')) } },
  );
  expect(await screen.findByText('No experiments')).toBeTruthy();
  expect(await screen.findByText('The disk failed.')).toBeTruthy();
  expect(screen.queryByText('No experiments')).toBeNull();
});

it('says that some could not be read, and not that there are none', async () => {
  const problem =
    'One more experiment could not be read: permission denied. The studio tries again by itself.';
  renderView(
    <ExperimentsView
      initialId={null}
      switcher={null}
      onNew={() => undefined}
      onOpenThread={() => undefined}
      renderDiff={() => null}
    />,
    { calls: { 'experiments.list': async () => ({ experiments: [], problem }) } },
  );
  expect((await screen.findByRole('alert')).textContent).toBe(problem);
  expect(screen.queryByText('No experiments')).toBeNull();
});
