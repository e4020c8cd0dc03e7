import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { TruncatedText } from './TruncatedText.tsx';

afterEach(cleanup);

it('a long text is cut beside a character of two units, and whole when asked for', async () => {
  const text = `${'x'.repeat(9)}😀${'y'.repeat(20)}`;
  render(<TruncatedText text={text} initialLength={10} />);
  expect(screen.getByText(`${'x'.repeat(9)}…`)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /^Show all/ }));
  expect(screen.getByText(text)).toBeTruthy();
});
