import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
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

function edit() {
  function Window() {
    const [assistant, setAssistant] = useState(opened);
    return (
      <>
        <AssistantDialog
          connectionId="c"
          serverName="Lab"
          assistant={assistant}
          template={null}
          graphIds={['writer']}
          onClose={() => undefined}
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
    contextText:
      '{"type":"object","properties":{"model":{"type":"string"},"closing":{"type":"string","default":"Bye"},"color":{"type":"string"}}}',
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
