import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { TableField } from './TableField.tsx';

afterEach(cleanup);

const show = (inputs: readonly string[]) =>
  render(
    <TableField text="" onChange={() => undefined} table={{ format: 'JSON lines', inputs, problem: null }} />,
  );

it('says how many rows are shown as they are sent, and marks those that are cut', () => {
  show(['{}', `"${'x'.repeat(500)}"`]);
  expect(screen.getByText('2 rows of JSON lines, sent as:')).toBeTruthy();
  expect(screen.getByRole('group', { name: 'The first inputs' }).textContent).toMatch(/^\{\}\n"x+…$/);
  cleanup();
  show(Array<string>(12).fill('{}'));
  expect(screen.getByText('12 rows of JSON lines, the first 5 sent as:')).toBeTruthy();
});
