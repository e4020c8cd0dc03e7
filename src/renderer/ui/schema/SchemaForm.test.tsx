import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { JsonEditorProps } from '../json-editor/json-editor-props.ts';
import { SchemaForm } from './SchemaForm.tsx';

vi.mock('../json-editor/JsonEditor.tsx', () => ({
  JsonEditor: ({ label, value, onChange }: JsonEditorProps) => (
    <textarea aria-label={label} value={value} onChange={(event) => onChange(event.target.value)} />
  ),
}));
vi.mock('./start-schema-worker.ts', async () => ({
  startSchemaWorker: (await import('../../../testing/renderer/in-process-schema-worker.ts'))
    .startInProcessSchemaWorker,
}));
afterEach(cleanup);

const schema = {
  type: 'object',
  properties: {
    topic: { type: 'string', description: 'What to write about' },
    pace: { type: 'integer' },
    ratio: { type: 'number' },
    fast: { type: 'boolean' },
    note: { anyOf: [{ type: 'string' }, { type: 'null' }], default: null },
    tags: { type: 'array', items: { type: 'string' } },
    extra: {},
  },
  required: ['topic'],
};

function show(schemaText: string | null, first: string) {
  const reported: { text: string; problem: string | null } = { text: first, problem: null };
  function Form() {
    const [text, setText] = useState(first);
    return (
      <SchemaForm
        schemaText={schemaText}
        valueText={text}
        onChange={(next) => {
          reported.text = next;
          setText(next);
        }}
        label="Input"
        onProblem={(problem) => (reported.problem = problem)}
      />
    );
  }
  render(<Form />);
  return reported;
}
const box = (name: string) => screen.getByRole('textbox', { name });
const type = (name: string, value: string) => fireEvent.change(box(name), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('SchemaForm', () => {
  it('changes only what was edited; every other byte stays', () => {
    const reported = show(
      JSON.stringify(schema),
      '{"ratio":1.0 ,  "topic":"a", "pace": 9007199254740993,"hidden":-0.0}',
    );
    type('topic', 'b\n"c"');
    expect(reported.text).toBe(
      '{"ratio":1.0 ,  "topic":"b\\n\\"c\\"", "pace": 9007199254740993,"hidden":-0.0}',
    );
    type('pace', '9007199254740995');
    expect(reported.text).toContain('"pace": 9007199254740995,');
    expect(screen.getByText('What to write about')).toBeTruthy();
  });

  it('keeps what is no number yet out of the value, and says so', () => {
    const reported = show(JSON.stringify(schema), '{"topic":"a","ratio":1}');
    type('ratio', '1.');
    expect(reported).toEqual({
      text: '{"topic":"a","ratio":1}',
      problem: expect.stringContaining('ratio: ') as string,
    });
    expect(box('ratio').getAttribute('aria-invalid')).toBe('true');
    type('ratio', '1.50');
    expect(reported).toEqual({ text: '{"topic":"a","ratio":1.50}', problem: null });
  });

  it('distinguishes absent from null', () => {
    const reported = show(JSON.stringify(schema), '{"topic":"a"}');
    press('Set note');
    expect(JSON.parse(reported.text)).toEqual({ topic: 'a', note: null });
    press('Set a value');
    type('note', 'x');
    press('Set note to null');
    expect(JSON.parse(reported.text)).toEqual({ topic: 'a', note: null });
    press('Omit note');
    expect(JSON.parse(reported.text)).toEqual({ topic: 'a' });
    expect(screen.queryByRole('button', { name: 'Omit topic' })).toBeNull();
  });

  it('adds, moves and removes items', () => {
    const reported = show(JSON.stringify(schema), '{"topic":"a","tags":[]}');
    press('Add to tags');
    press('Add to tags');
    type('tags 1', 'one');
    type('tags 2', 'two');
    press('Move tags 2 up');
    expect(JSON.parse(reported.text)).toEqual({ topic: 'a', tags: ['two', 'one'] });
    press('Remove tags 1');
    expect(JSON.parse(reported.text)).toEqual({ topic: 'a', tags: ['one'] });
  });

  it('leaves the keyboard where the next thing is done', () => {
    show(JSON.stringify(schema), '{"topic":"a"}');
    press('Set tags');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add to tags' }));
    press('Add to tags');
    expect(document.activeElement).toBe(box('tags 1'));
    press('Add to tags');
    expect(document.activeElement).toBe(box('tags 2'));
    press('Remove tags 1');
    expect(document.activeElement).toBe(box('tags 1'));
    press('Remove tags 1');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add to tags' }));
    press('Omit tags');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Set tags' }));
    press('Set note');
    press('Set a value');
    expect(document.activeElement).toBe(box('note'));
  });

  it('selects the default of what is set, so that typing replaces it', () => {
    const withDefault = { type: 'object', properties: { closing: { type: 'string', default: 'Bye' } } };
    show(JSON.stringify(withDefault), '{}');
    press('Set closing');
    const { value, selectionStart, selectionEnd } = screen.getByRole<HTMLTextAreaElement>('textbox', {
      name: 'closing',
    });
    expect([value, selectionStart, selectionEnd]).toEqual(['Bye', 0, 3]);
  });

  it('takes any JSON where the schema says nothing, and only JSON', () => {
    const reported = show(JSON.stringify(schema), '{"topic":"a","extra":null}');
    type('extra', 'yes');
    expect(reported.problem).toContain('Put text in quotes');
    type('extra', '[1.0]');
    expect(reported).toEqual({ text: '{"topic":"a","extra":[1.0]}', problem: null });
  });

  it('shows the JSON in a value without the indent of its place, and puts it back', () => {
    const reported = show(JSON.stringify(schema), '{\n  "topic": "a",\n  "extra": [\n    1.0\n  ]\n}');
    expect(box('extra')).toHaveProperty('value', '[\n  1.0\n]');
    type('extra', '[\n  1.0,\n  2\n]');
    expect(reported.text).toBe('{\n  "topic": "a",\n  "extra": [\n    1.0,\n    2\n  ]\n}');
  });

  it('shows and removes members that the schema does not know, and adds some where it allows any', () => {
    const reported = show('{"type":"object","additionalProperties":{"type":"integer"}}', '{"a":1}');
    type('New field', 'b');
    press('Add');
    type('b', '7');
    press('Omit a');
    expect(JSON.parse(reported.text)).toEqual({ b: 7 });
  });

  it('names what the schema does not allow at its field, and still takes it', async () => {
    const reported = show(
      '{"type":"object","properties":{"days":{"type":"integer","minimum":1},"code":{"type":"string","pattern":"^a"}}}',
      '{"days":2,"code":"abc"}',
    );
    type('days', '0');
    await waitFor(() => expect(box('days').getAttribute('aria-invalid')).toBe('true'));
    const problem = document.getElementById(
      box('days').getAttribute('aria-describedby')?.split(' ')[0] ?? '',
    );
    expect(problem?.textContent).toBe('Must be at least 1.');
    expect(box('code').getAttribute('aria-invalid')).toBeNull();
    expect(reported).toEqual({ text: '{"days":0,"code":"abc"}', problem: null });
  });

  it('switches between forms, and edits what does not fit as JSON', async () => {
    const tagged = (kind: string) => ({
      type: 'object',
      properties: { kind: { const: kind }, n: { type: 'integer' } },
      required: ['kind', 'n'],
    });
    show(
      JSON.stringify({
        type: 'object',
        properties: { x: { oneOf: [tagged('a'), tagged('b')] }, n: { type: 'integer' } },
      }),
      '{"x":{"kind":"b","n":3},"n":"no number"}',
    );
    expect(screen.getByRole('button', { name: 'Form of x: b' })).toBeTruthy();
    expect(await screen.findByText('Must be a number.')).toBeTruthy();
  });

  it.each([
    [null, '{"a":1}', 'provides no schema'],
    ['{', '{"a":1}', 'provides no schema'],
    [JSON.stringify(schema), '{"a":', 'A form requires valid JSON'],
  ])('edits JSON when there is no form: %s', (schemaText, value, text) => {
    show(schemaText, value);
    expect(box('Input')).toHaveProperty('value', value);
    expect(screen.getByRole('status').textContent).toContain(text);
  });
});

describe('what was typed into a field and is no value', () => {
  function Views({ formId }: { readonly formId: string }) {
    const [isShown, setShown] = useState(true);
    return (
      <>
        <button type="button" onClick={() => setShown(!isShown)}>
          Switch view
        </button>
        {isShown ? (
          <SchemaForm
            label="Input"
            formId={formId}
            schemaText={JSON.stringify(schema)}
            valueText='{"topic":"a","pace":1}'
            onChange={() => undefined}
            onProblem={() => undefined}
          />
        ) : null}
      </>
    );
  }
  const pace = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^pace/ }).value;

  it('is still there when its form is shown again', () => {
    render(<Views formId="held" />);
    fireEvent.change(screen.getByRole('textbox', { name: /^pace/ }), { target: { value: '12,' } });
    press('Switch view');
    press('Switch view');
    expect(pace()).toBe('12,');
  });

  it('does not turn up in the form of something else', () => {
    const { rerender } = render(<Views formId="one" />);
    fireEvent.change(screen.getByRole('textbox', { name: /^pace/ }), { target: { value: '12,' } });
    rerender(<Views formId="other" />);
    expect(pace()).toBe('1');
    rerender(<Views formId="one" />);
    expect(pace()).toBe('12,');
  });
});
