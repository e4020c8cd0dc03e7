import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Dialog } from '../popups/Dialog.tsx';
import { CodeMirrorJson } from './CodeMirrorJson.tsx';

afterEach(cleanup);

const editor = () => screen.getByRole('textbox', { name: 'Input' });
const hint = () => document.getElementById(editor().getAttribute('aria-describedby') ?? '')?.textContent;
const pressEscape = (): boolean => fireEvent.keyDown(editor(), { key: 'Escape', keyCode: 27 });

function Editor({ readOnly = false }: { readonly readOnly?: boolean }) {
  return <CodeMirrorJson label="Input" value="{}" onChange={() => undefined} readOnly={readOnly} />;
}

// The test DOM can't run CodeMirror's own keys: what Tab does is in e2e/specs/keys.spec.ts.
it('the description of an editor says that Escape frees Tab, and then that it has', () => {
  render(<Editor />);
  editor().focus();
  expect(hint()).toBe('Tab indents. Esc, then Tab leaves');
  pressEscape();
  expect(hint()).toBe('Tab leaves the editor');
  expect(screen.getByRole('status').textContent).toBe('Tab leaves the editor');
});

it('the editor keeps Tab again once the focus was elsewhere', () => {
  render(<Editor />);
  editor().focus();
  pressEscape();
  act(() => editor().blur());
  expect(hint()).toBe('Tab indents. Esc, then Tab leaves');
});

it('the first Escape in an editor of a dialog frees Tab, and the second one closes the dialog', () => {
  const closed: boolean[] = [];
  render(
    <Dialog open onOpenChange={(open) => closed.push(open)} title="New item">
      <Editor />
    </Dialog>,
  );
  editor().focus();
  pressEscape();
  expect(closed).toEqual([]);
  expect(hint()).toBe('Tab leaves the editor');
  pressEscape();
  expect(closed).toEqual([false]);
});

it('an editor that can’t be written to has no such description, because Tab leaves it anyway', () => {
  render(<Editor readOnly />);
  expect(editor().hasAttribute('aria-describedby')).toBe(false);
  expect(screen.queryByRole('status')).toBeNull();
});
