import { render, screen } from '@testing-library/react';
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
