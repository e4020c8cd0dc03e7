import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useNodeDomId } from './canvas-context.ts';

/** JSON may hold half of a surrogate pair, which is not valid Unicode. */
const names = ['plan', 'plan a', 'plan:a', 'plan.003aa', '\ud800', '\ud801', 'plän'];

it('gives every node an id without spaces of its own, whatever its server calls it', () => {
  function Ids() {
    const domId = useNodeDomId();
    return names.map((name) => <b key={name} role="note" id={domId(name)} />);
  }
  render(<Ids />);
  const ids = screen.getAllByRole('note').map(({ id }) => id);
  expect(new Set(ids).size).toBe(names.length);
  expect(ids.filter((id) => /\s/.test(id))).toEqual([]);
});
