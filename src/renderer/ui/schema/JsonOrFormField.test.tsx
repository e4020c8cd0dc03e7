import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderView, type RenderedApp } from '../../../testing/renderer/render-app.tsx';
import type { JsonEditorProps } from '../json-editor/json-editor-props.ts';
import { JsonOrFormField } from './JsonOrFormField.tsx';

vi.mock('../json-editor/JsonEditor.tsx', () => ({
  JsonEditor: ({ label, value, onChange }: JsonEditorProps) => (
    <textarea aria-label={label} value={value} onChange={(event) => onChange(event.target.value)} />
  ),
}));

const schemaText = JSON.stringify({ type: 'object', properties: { model: { type: 'string' } } });

let app: RenderedApp | null = null;
afterEach(() => {
  app?.end();
  app = null;
});

function Field() {
  const [schema, setSchema] = useState<string | null>(null);
  const [text, setText] = useState('{"model":"large"}');
  return (
    <>
      <JsonOrFormField
        label="Context"
        schemaText={schema}
        text={text}
        onChange={setText}
        problem={null}
        onFormProblem={() => undefined}
      />
      <button type="button" onClick={() => setSchema(schemaText)}>
        The schema comes
      </button>
    </>
  );
}

const comes = (): void => void fireEvent.click(screen.getByRole('button', { name: 'The schema comes' }));

it('becomes a form when its schema comes', async () => {
  app = renderView(<Field />, {});
  expect(await screen.findByRole('textbox', { name: 'Context' })).toBeTruthy();
  comes();
  expect(await screen.findByRole('textbox', { name: /^model/ })).toBeTruthy();
  expect(screen.getByRole('radio', { name: 'Form', checked: true })).toBeTruthy();
});

it('stays JSON if something was typed by then, until Form is chosen', async () => {
  app = renderView(<Field />, {});
  fireEvent.change(await screen.findByRole('textbox', { name: 'Context' }), {
    target: { value: '{"model":"small"}' },
  });
  comes();
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Context' }).value).toBe(
    '{"model":"small"}',
  );
  fireEvent.click(screen.getByRole('radio', { name: 'Form' }));
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^model/ })).value).toBe('small');
});
