import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Button } from './Button.tsx';
import { HeldActionContext, type HeldAction } from './BusyLabel.tsx';

const buttons = (action: HeldAction | null, deleting: boolean) => (
  <HeldActionContext value={action}>
    <Button busy="Loading">Load</Button>
    <Button busy={deleting ? 'Deleting' : null}>Delete</Button>
  </HeldActionContext>
);

it('only the button of a pending action says that it waits', () => {
  const page = render(buttons(null, false));
  const texts = (): (string | null)[] => page.getAllByRole('button').map(({ textContent }) => textContent);
  expect(texts()).toEqual(['Loading', 'Delete']);
  const since = performance.now();
  page.rerender(buttons(null, true));
  page.rerender(buttons({ label: 'Waiting', since }, true));
  expect(texts()).toEqual(['Loading', 'Waiting']);
  // It had read something first, so that it was busy before it asked.
  page.rerender(buttons({ label: 'Waiting', since: performance.now() + 1 }, true));
  expect(texts()).toEqual(['Loading', 'Waiting']);
  page.rerender(buttons(null, true));
  expect(texts()).toEqual(['Loading', 'Deleting']);
});
