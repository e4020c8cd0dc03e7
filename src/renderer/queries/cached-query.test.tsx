import { QueryClient, QueryClientProvider, type QueryState } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { useCachedQuery } from './cached-query.ts';

const client = new QueryClient();

function inClient({ children }: { readonly children: ReactNode }) {
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

test('a cached query is followed from before it exists until it is removed, and no other one', () => {
  let renders = 0;
  const { result } = renderHook(
    () => {
      renders += 1;
      return useCachedQuery(['server', 'a'], (state: QueryState<string> | undefined) => state?.data);
    },
    { wrapper: inClient },
  );
  expect(result.current).toBeUndefined();
  act(() => client.setQueryData(['server', 'a'], 'first'));
  expect(result.current).toBe('first');

  const before = renders;
  act(() => client.setQueryData(['server', 'b'], 'of another query'));
  expect(renders).toBe(before);

  act(() => client.removeQueries({ queryKey: ['server', 'a'] }));
  expect(result.current).toBeUndefined();
});
