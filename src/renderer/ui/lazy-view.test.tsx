import { cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { lazyCode, lazyView, preloadViews } from './lazy-view.tsx';

afterEach(cleanup);

function Greeting({ name }: { readonly name: string }) {
  return <p>Hello {name}</p>;
}

test('a lazy view waits for its code once, and is there at once when the code is', async () => {
  const load = vi.fn<() => Promise<typeof Greeting>>(() => Promise.resolve(Greeting));
  const LazyGreeting = lazyView(load);
  const shown = (name: string) => (
    <Suspense fallback="waiting">
      <LazyGreeting name={name} />
    </Suspense>
  );
  const first = render(shown('Ada'));
  expect(first.container.textContent).toBe('waiting');
  expect(await screen.findByText('Hello Ada')).toBeDefined();
  first.unmount();
  expect(render(shown('Emmy')).container.textContent).toBe('Hello Emmy');
  expect(load).toHaveBeenCalledOnce();
});

test('code that the host did not send is asked for again', async () => {
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error('gone'))
    .mockResolvedValue('code');
  const code = lazyCode(load);
  await preloadViews();
  expect(code.loaded()).toBeNull();
  await expect(code.load()).resolves.toBe('code');
  expect(code.loaded()).toBe('code');
  await code.load();
  expect(load).toHaveBeenCalledTimes(2);
});
