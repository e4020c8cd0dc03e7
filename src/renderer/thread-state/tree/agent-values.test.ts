import { describe, expect, it } from 'vitest';
import { buildIndex, resolveJsonPointer } from 'exact-json';
import { completedOf, fileOf, fileText, isFileRecord, isTodoList, todoOf } from './agent-values.ts';

function at(value: unknown, pointer: string) {
  const text = JSON.stringify(value);
  const structuralIndex = buildIndex(text);
  const index = resolveJsonPointer(text, structuralIndex, pointer);
  return { text, structuralIndex, index, args: [text, structuralIndex, index] as const };
}

const todo = (content: string, status: string, more: object = {}) => ({ content, status, ...more });

describe('to-do lists', () => {
  it('recognises items with a content and a known status, whatever the key of the list is', () => {
    const state = { plan: [todo('read\u202E', 'completed'), todo('write', 'in_progress', { id: 1 })] };
    expect(todoOf(...at(state, '/plan/0').args)).toEqual({
      content: expect.not.stringContaining('\u202E'),
      status: 'completed',
    });
    expect(todoOf(...at(state, '/plan/1').args)).toEqual({ content: 'write', status: 'in progress' });
    expect(completedOf(...at(state, '/plan').args)).toBe(1);
  });

  it.each([
    ['messages', [todo('hi', 'completed', { type: 'tool' })]],
    ['other statuses', [todo('a', 'pending'), todo('b', 'success')]],
    ['a list that is empty', []],
    ['items that are no objects', ['pending']],
    ['contents that are no text', [{ content: ['a'], status: 'pending' }]],
  ])('leaves %s alone, even under the key todos', (_, todos) => {
    expect(isTodoList(...at({ todos }, '/todos').args)).toBe(false);
  });

  it('looks at the first items of a long list only, and an item unlike them is shown as it is', () => {
    const list = [...Array.from({ length: 60 }, () => todo('a', 'pending')), { other: 1 }];
    expect(isTodoList(...at({ list }, '/list').args)).toBe(true);
    expect(todoOf(...at({ list }, '/list/60').args)).toBeNull();
  });
});

describe('files', () => {
  it('recognises texts by path, and contents of lines', () => {
    const state = { out: { 'a.md': '# Hi\n', '/notes/b': { content: ['one', 'two'], created_at: 'x' } } };
    const whole = at(state, '/out/a.md');
    const lines = at(state, '/out/~1notes~1b');
    expect(isFileRecord(...at(state, '/out').args)).toBe(true);
    const file = fileOf(...whole.args);
    expect(file && fileText(whole.text, whole.structuralIndex, file)).toBe('# Hi\n');
    const other = fileOf(...lines.args);
    expect(other?.length).toBe(6);
    expect(other && fileText(lines.text, lines.structuralIndex, other)).toBe('one\ntwo');
  });

  it.each([
    ['keys that are no paths', { title: 'a', 'b.md': 'c' }],
    ['addresses', { 'https://a.example/b.md': 'c' }],
    ['numbers', { 'a.md': 1 }],
    ['versions', { 'langchain 1.2': 'x' }],
    ['contents that are no text', { 'a.md': { content: [{ type: 'text' }] } }],
    ['an empty record', {}],
  ])('leaves %s alone, even under the key files', (_, files) => {
    expect(isFileRecord(...at({ files }, '/files').args)).toBe(false);
  });
});
