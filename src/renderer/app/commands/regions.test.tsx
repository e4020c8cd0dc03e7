import { waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { focusMainAction } from './regions.ts';

afterEach(() => {
  document.body.replaceChildren();
});

const frames = (): Promise<void> =>
  new Promise((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );

function loadDock(): void {
  document
    .querySelector('[data-pane=composer]')
    ?.insertAdjacentHTML(
      'beforeend',
      '<input aria-label="Input"><button data-variant="primary">Run</button>',
    );
}

it('the main action is focused as soon as a dock that was loading has it', async () => {
  document.body.innerHTML = '<button>Go to Run</button><div data-pane="composer"></div>';
  document.querySelector('button')?.focus();
  focusMainAction();
  await frames();
  expect(document.activeElement?.textContent).toBe('Go to Run');
  loadDock();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Run'));
});

it('a dock that loads late does not take the focus from where a person has gone meanwhile', async () => {
  document.body.innerHTML = '<button>Go to Run</button><input id="search"><div data-pane="composer"></div>';
  document.querySelector('button')?.focus();
  focusMainAction();
  await frames();
  document.querySelector<HTMLElement>('#search')?.focus();
  await frames();
  loadDock();
  await frames();
  expect(document.activeElement?.id).toBe('search');
});
