import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Listbox } from './Listbox.tsx';

afterEach(cleanup);

function List({ items, selected = null }: { readonly items: string[]; readonly selected?: string | null }) {
  return (
    <>
      <Listbox
        label="Letters"
        items={items}
        keyOf={(item) => item}
        selectedKey={selected}
        onSelect={() => undefined}
        render={(item) => item}
      />
      <button>Elsewhere</button>
    </>
  );
}

const option = (name: string) => screen.getByRole('option', { name });

test('a row that goes away hands the focus to the chosen one', () => {
  const { rerender } = render(<List items={['a', 'b', 'c']} selected="b" />);
  option('c').focus();
  rerender(<List items={['a', 'b']} selected="b" />);
  expect(document.activeElement).toBe(option('b'));
  rerender(<List items={['x', 'y']} />);
  expect(document.activeElement).toBe(option('x'));
});

test('a list that has not the focus does not take it', () => {
  const { rerender } = render(<List items={['a', 'b']} />);
  option('a').focus();
  screen.getByRole('button').focus();
  rerender(<List items={['b']} />);
  expect(document.activeElement).toBe(screen.getByRole('button'));
  screen.getByRole('button').blur();
  rerender(<List items={['c']} />);
  expect(document.activeElement).toBe(document.body);
});

test('arrow keys go from row to row', () => {
  render(<List items={['a', 'b', 'c']} />);
  option('a').focus();
  fireEvent.keyDown(option('a'), { key: 'End' });
  expect(document.activeElement).toBe(option('c'));
  fireEvent.keyDown(option('c'), { key: 'ArrowUp' });
  expect(document.activeElement).toBe(option('b'));
});

test('j and k go from row to row, and leave chords to others', () => {
  render(<List items={['a', 'b', 'c']} />);
  option('a').focus();
  fireEvent.keyDown(option('a'), { key: 'j' });
  expect(document.activeElement).toBe(option('b'));
  expect(fireEvent.keyDown(option('b'), { key: 'j', ctrlKey: true })).toBe(true);
  expect(document.activeElement).toBe(option('b'));
  fireEvent.keyDown(option('b'), { key: 'k' });
  expect(document.activeElement).toBe(option('a'));
});
