import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { EditConflicts } from './EditConflicts.tsx';

afterEach(cleanup);

it('two texts that begin alike are read as a whole before one of them is chosen', () => {
  const [mine, theirs] = ['mine', 'theirs'].map((end) => `${'The same beginning '.repeat(10)}${end}`);
  render(
    <EditConflicts
      conflicts={[
        { field: 'Description', mine: String(mine), theirs: String(theirs), onChoose: () => undefined },
      ]}
    />,
  );
  expect(screen.getByRole('button', { name: /^Keep / }).title).toBe(mine);
  expect(screen.getByRole('button', { name: /^Use / }).title).toBe(theirs);
});
