import { cleanup, render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { ErrorBoundary } from './PaneBoundary.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Prices() {
  useEffect(
    () => () => {
      throw new Error('The dialog could not be put away.');
    },
    [],
  );
  return <p>Prices</p>;
}

const window = (modal: string) => (
  <>
    <p>The window</p>
    <ErrorBoundary name="The dialog" resetKey={modal}>
      {modal === 'prices' ? <Prices /> : modal === 'legend' ? <p>Legend</p> : null}
    </ErrorBoundary>
  </>
);

it('a dialog whose cleanup fails is said, and leaves the window as it is', () => {
  const reported = vi.fn<(error: Error) => void>();
  vi.stubGlobal('reportError', reported);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { rerender } = render(window('prices'));
  rerender(window('none'));
  expect(screen.getByText('The window')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain('The dialog could not be put away.');
  expect(reported.mock.calls[0]?.[0].message).toMatch(/^The dialog failed to render/);
  rerender(window('legend'));
  expect(screen.getByText('Legend')).toBeTruthy();
});
