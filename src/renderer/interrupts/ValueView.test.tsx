import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ValueView } from './ValueView.tsx';

afterEach(cleanup);

const show = (text: string): void => {
  render(<ValueView text={text} label="Value" renderMessage={() => null} />);
};
const nested = (levels: number): string => '{"in":'.repeat(levels) + '"end"' + '}'.repeat(levels);
/** Expands all levels, one by one. */
const openAll = (): void => {
  for (let closed = unopened(); closed.length > 0; closed = unopened()) {
    for (const details of closed) {
      details.open = true;
      fireEvent(details, new Event('toggle'));
    }
  }
};
const unopened = (): HTMLDetailsElement[] =>
  [...document.querySelectorAll('details')].filter(({ open }) => !open);
const disclosures = (): number => document.querySelectorAll('summary').length;

it('a value is shown as a tree of 21 levels, and what is deeper as text', () => {
  show(nested(100));
  openAll();
  expect(screen.getByText(nested(79))).toBeTruthy();
  expect(disclosures()).toBeLessThanOrEqual(21);
});

it('a value of fewer levels is shown as a tree to its end', () => {
  show(nested(21));
  openAll();
  expect(screen.getByText('end')).toBeTruthy();
  expect(screen.queryByText(/[{}]"/)).toBeNull();
});

it('a deep value that is also long is truncated', () => {
  const long = `"${'x'.repeat(50_000)}"`;
  show('{"in":'.repeat(30) + long + '}'.repeat(30));
  openAll();
  const [deepest] = [...document.querySelectorAll('code')];
  expect(deepest?.textContent).toHaveLength(20_001);
  expect(deepest?.textContent.endsWith('…')).toBe(true);
});

it('a member is rendered when it is opened, not before', () => {
  const lists = Object.fromEntries(
    Array.from({ length: 50 }, (_, index) => [`k${index}`, { list: Array(10).fill(index) }]),
  );
  show(JSON.stringify({ lists }));
  expect(disclosures()).toBe(50);
  expect(document.querySelectorAll('*').length).toBeLessThan(300);
  openAll();
  expect(disclosures()).toBe(100);
  expect(screen.getAllByText('49')).not.toHaveLength(0);
});
