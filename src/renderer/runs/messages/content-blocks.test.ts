import { describe, expect, it } from 'vitest';
import { humanMessage } from './chat-message.ts';
import { acceptedFiles, blockFor, declaredBlocks, declaredLabel } from './content-blocks.ts';

/** The schema of an input whose messages may have these contents. */
const inputWith = (content: object, message: object = { type: { const: 'human' } }): string =>
  JSON.stringify({
    type: 'object',
    properties: {
      messages: { type: 'array', items: { type: 'object', properties: { ...message, content } } },
    },
  });
const block = (type: string, properties: object = {}) => ({
  type: 'object',
  properties: { type: { const: type }, data: { type: 'string' }, ...properties },
});
const contents = (...blocks: readonly object[]) => ({
  anyOf: [{ type: 'string' }, { type: 'array', items: { anyOf: blocks } }],
});
const text = { type: 'object', properties: { type: { const: 'text' }, text: { type: 'string' } } };
const typesIn = (schema: string): unknown =>
  declaredBlocks(schema, 'messages')?.map(({ type, mimeTypes }) => [type, mimeTypes]) ?? null;

describe('declaredBlocks', () => {
  it('reads types and MIME types, also from patterns', () => {
    const schema = inputWith(
      contents(
        text,
        block('image', { mime_type: { type: 'string', pattern: '^image/.+$' } }),
        block('file', { mime_type: { enum: ['application/pdf', 'text/csv'] } }),
        block('audio'),
      ),
    );
    expect(typesIn(schema)).toEqual([
      ['image', ['image/']],
      ['file', ['application/pdf', 'text/csv']],
      ['audio', null],
    ]);
    const blocks = declaredBlocks(schema, 'messages') ?? [];
    expect(blockFor(blocks, 'text/csv')?.type).toBe('file');
    expect(blockFor(blocks, 'image/png')?.type).toBe('image');
    expect(blockFor(blocks, 'application/zip')).toBeNull();
    expect(acceptedFiles(blocks)).toBe('image/*,application/pdf,text/csv,audio/*');
  });

  it('does not evaluate a pattern of another form, and leaves the type to the check of the whole input', () => {
    const schema = inputWith(contents(block('file', { mime_type: { pattern: '^(a+)+$' } })));
    expect(typesIn(schema)).toEqual([['file', null]]);
  });

  it.each([
    ['no schema', null],
    ['no such member', '{"type":"object","properties":{}}'],
    [
      'messages that may be anything',
      '{"type":"object","properties":{"messages":{"langgraph_type":"messages"}}}',
    ],
    ['any content', inputWith({})],
    ['blocks of any form', inputWith(contents({ type: 'object', additionalProperties: true }))],
    ['messages of others only', inputWith({ type: 'string' }, { type: { const: 'ai' } })],
  ])('says nothing about %s', (_, schema) => {
    expect(declaredBlocks(schema, 'messages')).toBeNull();
  });

  it('knows a graph that takes text only', () => {
    const blocks = declaredBlocks(inputWith(contents(text)), 'messages');
    expect(blocks).toEqual([]);
    expect(declaredLabel(blocks ?? [])).toBe('text only');
    expect(typesIn(inputWith({ type: 'string' }))).toEqual([]);
  });
});

describe('humanMessage', () => {
  it('sends a file in the form that the schema declares', () => {
    const csv = { name: 'a.csv', mimeType: 'text/csv', data: 'AAAA', bytes: 3 };
    const blocks = declaredBlocks(
      inputWith(
        contents(
          { type: 'object', properties: { type: { const: 'image' }, base64: {}, mimeType: {} } },
          block('file', { mime_type: {}, source_type: {}, filename: {} }),
        ),
      ),
      'messages',
    );
    const image = { ...csv, mimeType: 'image/png' };
    expect(JSON.parse(humanMessage('', [csv, image], blocks))).toEqual({
      type: 'human',
      content: [
        { type: 'file', source_type: 'base64', mime_type: 'text/csv', data: 'AAAA', filename: 'a.csv' },
        { type: 'image', mimeType: 'image/png', base64: 'AAAA' },
      ],
    });
  });
});
