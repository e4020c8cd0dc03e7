import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Assistant } from '../../shared/model/assistant.ts';
import { anAssistant } from '../../testing/builders.ts';
import { renderView, type RenderedApp } from '../../testing/renderer/render-app.tsx';
import { AssistantDialog } from './AssistantDialog.tsx';

let app: RenderedApp | null = null;
afterEach(() => {
  app?.end();
  app = null;
});

const opened: Assistant = anAssistant({ name: 'Short notes', version: 4, contextText: '{"model":"large"}' });

function edit(
  more: Readonly<Record<string, unknown>> = {},
  { onClose = (): void => undefined, contextText = opened.contextText } = {},
) {
  function Window() {
    const [assistant, setAssistant] = useState({ ...opened, contextText });
    return (
      <>
        <AssistantDialog
          connectionId="c"
          serverName="Lab"
          assistant={assistant}
          template={null}
          graphIds={['writer']}
          onClose={onClose}
          onSaved={() => undefined}
        />
        <button
          type="button"
          aria-label="Change in another window"
          onClick={() => setAssistant({ ...opened, version: 5, contextText: '{"model":"theirs"}' })}
        />
      </>
    );
  }
  const schemas = {
    inputText: null,
    outputText: null,
    stateText: null,
    configText: null,
    contextText: JSON.stringify({
      type: 'object',
      properties: {
        model: { type: 'string' },
        closing: { type: 'string', default: 'Bye' },
        color: { type: 'string' },
        ...more,
      },
    }),
  };
  app = renderView(<Window />, { calls: { 'assistants.schemas': async () => schemas } });
  return app;
}

it('says of each value whether it is set here, a default, or not set', async () => {
  edit();
  const table = await screen.findByRole('table', {
    name: 'Context: where each value comes from',
    hidden: true,
  });
  // Once the schemas are read.
  await within(table).findByText('color');
  const rows = within(table)
    .getAllByRole('row', { hidden: true })
    .map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows).toEqual([
    ['Context', 'Value', 'From'],
    ['model', '"large"', 'set here'],
    ['closing', '"Bye"', 'default of the schema'],
    ['color', 'up to the code', 'not set'],
  ]);
});

it('a version that another window saved meanwhile is not overwritten unseen', async () => {
  const { called } = edit();
  const user = userEvent.setup();
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit “Short notes”' }));
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), '!');
  act(() => screen.getByLabelText('Change in another window').click());
  await user.click(dialog.getByRole('button', { name: 'Save as new version' }));
  const sent = called.find(({ method }) => method === 'assistants.update');
  // The back end refuses it, because version 5 is the current one.
  expect(sent?.input).toMatchObject({ expectedVersion: 4, name: 'Short notes!' });
});

it('is not saved while a field of its form has what is no value', async () => {
  const { called } = edit({ limit: { type: 'number' } });
  const user = userEvent.setup();
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit “Short notes”' }));
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), '!');
  const context = within(await dialog.findByRole('radiogroup', { name: 'Write the context as' }));
  await user.click(context.getByRole('radio', { name: 'Form' }));
  await user.click(await dialog.findByRole('button', { name: 'Set limit' }));
  const limit = await dialog.findByRole('textbox', { name: /^limit/ });
  await user.clear(limit);
  await user.type(limit, '2,5');
  const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save as new version' });
  await expect.poll(() => save.disabled).toBe(true);
  await user.clear(limit);
  await user.type(limit, '2.5');
  await expect.poll(() => save.disabled).toBe(false);
  await user.click(save);
  const sent = called.find(({ method }) => method === 'assistants.update');
  expect(sent?.input).toMatchObject({ contextText: '{\n  "model": "large",\n  "limit": 2.5\n}' });
});

it('asks before it closes with a field that was typed into and has no value yet', async () => {
  const onClose = vi.fn<() => void>();
  edit({ limit: { type: 'number' } }, { onClose, contextText: '{"limit":2}' });
  const user = userEvent.setup();
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit “Short notes”' }));
  const limit = await dialog.findByRole('textbox', { name: /^limit/ });
  await user.clear(limit);
  await user.type(limit, '2,');
  await user.keyboard('{Escape}');
  expect(await dialog.findByText('Your changes are not saved.')).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
});
