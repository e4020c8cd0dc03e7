import { describe, expect, it } from 'vitest';
import { buildIndex } from 'exact-json';
import { messageJson, messageSummary } from './message-summary.ts';

const summary = (value: unknown) => {
  const text = JSON.stringify(value);
  return messageSummary(text, buildIndex(text), 0);
};

describe('messageSummary', () => {
  it.each([
    [
      'a plain one',
      { type: 'human', content: 'hi', id: 'm1' },
      { role: 'human', text: 'hi', calls: [], id: 'm1' },
    ],
    ['one by role', { role: 'assistant', content: 'yes' }, { role: 'ai', text: 'yes', calls: [], id: null }],
    [
      'one that calls tools',
      { type: 'ai', content: '', tool_calls: [{ name: 'lookup', args: {} }, { name: 'pay' }], id: null },
      { role: 'ai', text: '', calls: ['lookup', 'pay'], id: null },
    ],
    [
      'one of blocks',
      {
        type: 'human',
        content: [
          { type: 'text', text: 'see' },
          { type: 'image_url', image_url: 'x' },
        ],
      },
      { role: 'human', text: 'see [image_url]', calls: [], id: null },
    ],
    [
      'one that LangChain serialised',
      {
        lc: 1,
        type: 'constructor',
        id: ['langchain_core', 'messages', 'AIMessage'],
        kwargs: { content: 'ok', id: 'a' },
      },
      { role: 'ai', text: 'ok', calls: [], id: 'a' },
    ],
    [
      'one with hidden characters',
      { type: 'tool', content: 'a\u202Eb\nc' },
      { role: 'tool', text: 'a\\u202eb\\nc', calls: [], id: null },
    ],
  ])('reads %s', (_, value, expected) => {
    expect(summary(value)).toEqual(expected);
  });

  it.each([{ content: 'x' }, { type: 'invoice', content: 'x' }, { type: 'ai' }, [], 'ai'])(
    '%j is no message',
    (value) => {
      expect(summary(value)).toBeNull();
    },
  );

  it('reads the beginning of a very long one, cut between escapes', () => {
    for (let at = 290; at < 302; at += 1) {
      const text = summary({ type: 'ai', content: `${'x'.repeat(at)}\\\n"é${'y'.repeat(1000)}` })?.text ?? '';
      expect(text.length).toBeLessThan(320);
      expect(text.endsWith('…')).toBe(true);
    }
  });

  it('gives the message itself out of what LangChain wraps around it', () => {
    const text = '{"lc":1,"id":["m","AIMessage"],"kwargs":{"content":"ok","n":1.0}}';
    expect(messageJson(text, buildIndex(text), 0)).toBe('{"content":"ok","n":1.0}');
  });
});
