import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { anAssistant } from '../../testing/builders.ts';
import { renderApp, type RenderedApp } from '../../testing/renderer/render-app.tsx';

let app: RenderedApp | null = null;
afterEach(() => {
  app?.end();
  localStorage.clear();
});

it('the invitation to the first run names the button that does what it says, whether the run sheet is open or not', async () => {
  app = renderApp({ calls: { 'assistants.list': async () => [anAssistant()] } });
  const user = userEvent.setup();
  await screen.findByText(/^Press Run below the input/);
  const toggle = screen.getByRole('button', { name: 'Run', expanded: true });
  await user.click(toggle);
  expect(await screen.findByText(/^Press Run at the top right/)).toBeTruthy();
  await user.click(toggle);
  expect(await screen.findByText(/^Press Run below the input/)).toBeTruthy();
});
