import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderView } from '../../../testing/renderer/render-app.tsx';
import { PricesDialog } from './PricesDialog.tsx';

it('prices that were typed after the dialog asked are asked about again', async () => {
  const onClose = vi.fn<() => void>();
  const app = renderView(<PricesDialog onClose={onClose} />);
  await userEvent.type(await screen.findByLabelText('Model 1'), 'small');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByText('Your changes are not saved.')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Currency'), 'X');
  await userEvent.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
  app.end();
});
