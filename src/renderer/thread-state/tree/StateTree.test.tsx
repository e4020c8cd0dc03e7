import { fireEvent, render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { StateTree } from './StateTree.tsx';

it('points to the current row by an id of its own, although two trees have the same label', async () => {
  render(
    <>
      <StateTree text='{"a":1,"b":2}' label="State of the thread" />
      <StateTree text='{"a":1,"b":2}' label="State of the thread" />
    </>,
  );
  await expect.poll(() => screen.queryAllByRole('treeitem').length).toBeGreaterThan(3);
  const ids = screen.getAllByRole('treeitem').map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => /\s/.test(id))).toEqual([]);
  for (const tree of screen.getAllByRole('tree')) {
    const current = document.getElementById(tree.getAttribute('aria-activedescendant') ?? '');
    expect(tree.contains(current)).toBe(true);
  }
});

it('points to no row that has been scrolled out of the drawn part, and again to one that is back', async () => {
  render(<StateTree text={JSON.stringify(Array.from({ length: 5000 }, () => 0))} label="A long list" />);
  const tree = await screen.findByRole('tree', { name: 'A long list' });
  await within(tree).findAllByRole('treeitem');
  const scrollTo = (top: number): void => {
    tree.scrollTop = top;
    fireEvent.scroll(tree);
  };
  fireEvent.keyDown(tree, { key: 'ArrowRight' });
  await expect.poll(() => within(tree).getAllByRole('treeitem').length).toBeGreaterThan(10);
  const named = tree.getAttribute('aria-activedescendant');
  expect(document.getElementById(named ?? '')).not.toBeNull();
  scrollTo(60_000);
  expect(document.getElementById(named ?? '')).toBeNull();
  expect(tree.getAttribute('aria-activedescendant')).toBeNull();
  scrollTo(0);
  expect(tree.getAttribute('aria-activedescendant')).toBe(named);
});

it('says how long large members of a state are', async () => {
  const long = JSON.stringify(Array.from({ length: 3000 }, () => 'abc'));
  render(<StateTree text={`{"log":${long},"short":["abc"],"inner":{"log":${long}}}`} label="A state" />);
  const tree = await screen.findByRole('tree', { name: 'A state' });
  await expect.poll(() => tree.textContent).toContain('[3,000] 18,001 characters');
  expect(tree.textContent).toContain('{1} 18,009 characters');
  expect(tree.textContent?.match(/characters/g)).toHaveLength(2);
});
