import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderView } from '../../../testing/renderer/render-app.tsx';
import { PricesDialog } from './PricesDialog.tsx';

it('says why prices can’t be saved while a model lacks one, and no longer once it has it', async () => {
  const user = userEvent.setup();
  const app = renderView(<PricesDialog onClose={vi.fn<() => void>()} />, {});
  const missing = 'A model needs its name and its prices of input and output.';

  const model = await screen.findByRole('textbox', { name: 'Model 1' });
  expect(screen.queryByText(missing)).toBeNull();
  await user.type(model, 'gpt-*');
  await user.type(screen.getByRole('textbox', { name: 'Input of model 1' }), '2.50');
  expect(screen.getByText(missing)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Save prices' }).hasAttribute('disabled')).toBe(true);

  await user.type(screen.getByRole('textbox', { name: 'Output of model 1' }), '10');
  expect(screen.queryByText(missing)).toBeNull();
  expect(screen.getByRole('button', { name: 'Save prices' }).hasAttribute('disabled')).toBe(false);
  app.end();
});
