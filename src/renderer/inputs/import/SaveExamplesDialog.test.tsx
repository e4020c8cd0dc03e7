import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { plainInput } from '../../../shared/inputs/saved-input.ts';
import { AppError } from '../../../shared/app-error.ts';
import { renderView } from '../../../testing/renderer/render-app.tsx';
import { SaveExamplesDialog } from './SaveExamplesDialog.tsx';

afterEach(cleanup);

const exampleOf = (inputText: string) => ({
  name: 'tides',
  input: { ...plainInput, start: { kind: 'input' as const, inputText } },
});

// The list of inputs is read again after each save.
function Import({ saved }: { readonly saved: EventTarget }) {
  const [paths, setPaths] = useState<readonly string[]>([]);
  useEffect(() => {
    saved.addEventListener('saved', () => setPaths((before) => [...before, 'tides.json']), { once: true });
  }, [saved]);
  return (
    <SaveExamplesDialog
      connectionId="c"
      paths={paths}
      examples={[exampleOf('{"n":1}'), exampleOf('{"n":2}')]}
      folder=""
      inputsFolder="inputs"
      onClose={() => undefined}
    />
  );
}

it('saves the example that failed, under its own name, when it is tried again', async () => {
  const files = new Map<string, string>();
  let isFull = true;
  const saved = new EventTarget();
  renderView(<Import saved={saved} />, {
    calls: {
      'inputs.save': async ({ path, text }) => {
        if (path === 'tides 2.json' && isFull) throw new AppError('storage', 'The disk is full.');
        files.set(path, text);
        saved.dispatchEvent(new Event('saved'));
        return { path, text, revision: text };
      },
    },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Import 2 inputs' }));
  const again = await screen.findByRole('button', { name: 'Try again' });
  isFull = false;
  fireEvent.click(again);
  await waitFor(() => expect(files.size).toBe(2));
  expect(files.get('tides.json')).toContain('"n": 1');
  expect(files.get('tides 2.json')).toContain('"n": 2');
});
