import { cleanup, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { describeCheck, type Check } from '../../shared/inputs/check.ts';
import { renderView } from '../../testing/renderer/render-app.tsx';
import { checkTitles } from './check-titles.ts';
import { CheckList } from './CheckList.tsx';

afterEach(cleanup);

const time: Check = { kind: 'time', below: 5 };

function Lists({
  ids,
  onUnsaved,
}: {
  readonly ids: readonly string[];
  readonly onUnsaved?: (isUnsaved: boolean) => void;
}) {
  const [at, setAt] = useState(0);
  const [checks, setChecks] = useState<readonly Check[]>([time]);
  const id = ids[at % ids.length] ?? '';
  return (
    <>
      <button type="button" onClick={() => setAt(at + 1)}>
        Next input
      </button>
      <CheckList
        key={id}
        editId={id}
        checks={checks}
        onChange={setChecks}
        {...(onUnsaved && { onUnsaved })}
        note="None"
      />
    </>
  );
}

const nextInput = (): void => void fireEvent.click(screen.getByRole('button', { name: 'Next input' }));
const field = () => screen.getByRole<HTMLInputElement>('textbox');

it('an edit of a check is still there after another input was looked at, and only there', async () => {
  renderView(<Lists ids={['tides', 'moons']} />);
  await userEvent.click(screen.getByRole('button', { name: 'Edit check 1' }));
  await userEvent.clear(field());
  await userEvent.type(field(), '7');
  nextInput();
  expect(screen.queryByRole('textbox')).toBeNull();
  nextInput();
  expect(field().value).toBe('7');
  await userEvent.click(screen.getByRole('button', { name: 'Use check' }));
  nextInput();
  nextInput();
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('reports an edit that is not in the list yet, until it is used or cancelled', async () => {
  const onUnsaved = vi.fn<(isUnsaved: boolean) => void>();
  renderView(<Lists ids={['stars']} onUnsaved={onUnsaved} />);
  await userEvent.click(screen.getByRole('button', { name: 'Edit check 1' }));
  expect(onUnsaved).toHaveBeenLastCalledWith(false);
  await userEvent.type(field(), '1');
  expect(onUnsaved).toHaveBeenLastCalledWith(true);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onUnsaved).toHaveBeenLastCalledWith(false);
});

it('keeps what was typed into a check while another one is added, edited or removed', async () => {
  const onUnsaved = vi.fn<(isUnsaved: boolean) => void>();
  renderView(<Lists ids={['suns']} onUnsaved={onUnsaved} />);
  const addTimeCheck = async (): Promise<void> => {
    await userEvent.click(screen.getByRole('button', { name: 'Add check' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: checkTitles.time }));
  };
  const typed = () => screen.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value);
  await addTimeCheck();
  await userEvent.type(field(), '8');
  await userEvent.click(screen.getByRole('button', { name: 'Use check' }));
  await userEvent.click(screen.getByRole('button', { name: 'Edit check 2' }));
  await userEvent.type(field(), '0');
  await addTimeCheck();
  expect(typed()).toEqual(['80', '']);
  await userEvent.click(screen.getByRole('button', { name: 'Edit check 1' }));
  expect(typed()).toEqual(['5', '80']);
  await userEvent.click(screen.getAllByRole('button', { name: 'Cancel' })[0] ?? document.body);
  await userEvent.click(screen.getByRole('button', { name: 'Remove check 1' }));
  expect(typed()).toEqual(['80']);
  expect(onUnsaved).toHaveBeenLastCalledWith(true);
  await userEvent.click(screen.getByRole('button', { name: 'Use check' }));
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    describeCheck({ kind: 'time', below: 80 }),
  ]);
  expect(onUnsaved).toHaveBeenLastCalledWith(false);
});
