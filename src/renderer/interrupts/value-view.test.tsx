import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ValueView } from './ValueView.tsx';

afterEach(cleanup);

const show = (text: string): void => {
  render(<ValueView text={text} label="Value" renderMessage={() => null} />);
};
const nested = (levels: number): string => '{"in":'.repeat(levels) + '"end"' + '}'.repeat(levels);
const folds = (): number => document.querySelectorAll('summary').length;

it('J-8: shows 21 levels as a tree, and what is deeper as the text that it is', () => {
  show(nested(100));
  expect(screen.getByText(nested(79))).toBeTruthy();
  expect(folds()).toBeLessThanOrEqual(21);
});

it('J-8: shows a value that is not deeper as a tree to its end', () => {
  show(nested(21));
  expect(screen.getByText('end')).toBeTruthy();
  expect(screen.queryByText(/[{}]"/)).toBeNull();
});

it('J-8: cuts a deep value that is long as well', () => {
  const long = `"${'x'.repeat(50_000)}"`;
  show('{"in":'.repeat(30) + long + '}'.repeat(30));
  const [deepest] = [...document.querySelectorAll('code')];
  expect(deepest?.textContent).toHaveLength(20_001);
  expect(deepest?.textContent.endsWith('…')).toBe(true);
});
