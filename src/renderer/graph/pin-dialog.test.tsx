import { fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderView } from '../../testing/renderer/render-app.tsx';
import type { JsonEditorProps } from '../ui/json-editor/json-editor-props.ts';
import { usePins } from '../shared-ui/stored-pins.ts';
import { PinDialog } from './PinDialog.tsx';

vi.mock('../ui/json-editor/JsonEditor.tsx', () => ({
  JsonEditor: ({ label, value, onChange }: JsonEditorProps) => (
    <textarea aria-label={label} value={value} onChange={(event) => onChange(event.target.value)} />
  ),
}));

const owner = { connectionId: 'demo', graphId: 'writer' };

function Opened({ onClose }: { readonly onClose: () => void }) {
  const pins = usePins(owner);
  return <PinDialog pins={pins} nodeId="plan" connectionId="demo" assistantId="writer" onClose={onClose} />;
}

it('a typed output is not lost by one Escape, and is by a second', async () => {
  const onClose = vi.fn<() => void>();
  const app = renderView(<Opened onClose={onClose} />, {});
  const editor = await screen.findByRole('textbox', { name: 'Output of plan' });
  fireEvent.change(editor, { target: { value: '{"steps": 1}' } });
  await userEvent.keyboard('{Escape}');
  expect(await screen.findByText('The output is not pinned.')).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
  app.end();
});

it('a dialog in which nothing was typed closes at once', async () => {
  const onClose = vi.fn<() => void>();
  const app = renderView(<Opened onClose={onClose} />, {});
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalledOnce();
  app.end();
});

it('what is typed after the dialog asked is asked about again', async () => {
  const onClose = vi.fn<() => void>();
  const app = renderView(<Opened onClose={onClose} />, {});
  const editor = await screen.findByRole('textbox', { name: 'Output of plan' });
  fireEvent.change(editor, { target: { value: '{"steps": 1}' } });
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  fireEvent.change(editor, { target: { value: '{"steps": 12}' } });
  expect(screen.queryByText('The output is not pinned.')).toBeNull();
  await userEvent.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Discard output' }));
  expect(onClose).toHaveBeenCalledOnce();
  app.end();
});
