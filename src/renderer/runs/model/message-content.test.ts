import { describe, expect, it } from 'vitest';
import { readMessageContent } from './message-content.ts';

const dot = 'data:image/png;base64,iVBORw0KGgo=';

describe('contentOf', () => {
  it('reads texts, blocks and thoughts', () => {
    expect(readMessageContent('plain').text).toBe('plain');
    expect(
      readMessageContent([
        'a',
        { type: 'text', text: 'b' },
        { type: 'thinking', thinking: 'hm' },
        { type: 'tool_use', id: 'c' },
        { type: 'text', text: 'c' },
      ]),
    ).toEqual({ text: 'abc', thinking: 'hm', media: [] });
    expect(readMessageContent(null).text).toBe('');
    expect(readMessageContent({ odd: 1 }).text).toBe('{"odd":1}');
  });

  it.each([
    ['a provider of the OpenAI kind', { type: 'image_url', image_url: { url: dot } }],
    ['an address as text', { type: 'image_url', image_url: dot }],
    [
      'the standard block',
      { type: 'image', source_type: 'base64', mime_type: 'image/png', data: 'iVBORw0KGgo=' },
    ],
    [
      'a provider of the Anthropic kind',
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
    ],
  ])('shows pictures that came along: %s', (_, block) => {
    expect(readMessageContent([block]).media).toEqual([
      { type: block.type, imageUrl: dot, source: 'image/png' },
    ]);
  });

  it.each([
    [
      'from elsewhere',
      { type: 'image_url', image_url: { url: 'https://evil.test/x.png' } },
      'https://evil.test/x.png',
    ],
    ['with scripts', { type: 'image_url', image_url: 'data:image/svg+xml;base64,PHN2Zz4=' }, 'image/svg+xml'],
    ['of markup', { type: 'image_url', image_url: 'data:text/html,<img src=x>' }, 'text/html'],
    [
      'hidden in a name',
      { type: 'image_url', image_url: 'data:image/png;base64,x" onerror="alert(1)' },
      'image/png',
    ],
    ['that are files', { type: 'file', file: { filename: 'plan.pdf' } }, 'plan.pdf'],
  ])('names media %s and never loads them', (_, block, location) => {
    expect(readMessageContent([block]).media).toEqual([
      { type: block.type, imageUrl: null, source: location },
    ]);
  });
});
