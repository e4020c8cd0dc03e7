import { describe, expect, it } from 'vitest';
import { maxTextLength, threadText } from './thread-text.ts';

const lines = (...values: unknown[]): string[] => threadText(values).text.split('\n');

describe('the text by which a thread is found', () => {
  it('is what people wrote and models answered, the newest messages first, and the other values', () => {
    const messages = [
      { type: 'human', content: 'Book a table', id: '13c0' },
      {
        type: 'ai',
        content: [{ type: 'text', text: 'For how many?', index: 0 }],
        id: 'run-13',
        tool_calls: [{ name: 'book', args: { guests: 4 }, id: 'call_13', type: 'tool_call' }],
        response_metadata: { model_version: '0.3.13' },
        usage_metadata: { input_tokens: 13 },
        additional_kwargs: { reasoning: '13' },
      },
    ];
    expect(lines('failed', { messages, total: 9, order: { id: 'A-7', content: 'pizza' } })).toEqual([
      'failed',
      'For how many?',
      'book',
      '4',
      'Book a table',
      '9',
      'A-7',
      'pizza',
    ]);
  });

  it('has only the arguments of a message that LangChain serialized, and no versions', () => {
    const id = ['langchain_core', 'messages', 'HumanMessage'];
    const message = { lc: 1, type: 'constructor', id, kwargs: { content: 'Hello', type: 'human', id: 'x' } };
    expect(lines({ messages: [message], versions: { langchain: '0.3.13' } })).toEqual(['Hello']);
  });

  it('has no files', () => {
    const url = `data:image/png;base64,${'A'.repeat(maxTextLength)}`;
    const content = [
      { type: 'image_url', image_url: { url } },
      { type: 'file', data: 'QUJD'.repeat(maxTextLength), mime_type: 'text/plain' },
      { type: 'text', text: 'What is this?' },
    ];
    expect(threadText([[{ role: 'user', content }]])).toEqual({ text: 'What is this?', isCut: false });
  });

  it.each([
    { what: 'a text is too long', values: ['a '.repeat(maxTextLength)] },
    { what: 'all texts together are too long', values: ['a '.repeat(maxTextLength / 2), 'b'] },
    { what: 'a list has too many items', values: [Array.from({ length: 20_000 }, () => null)] },
    { what: 'there are too many values', values: Array.from({ length: 20 }, () => Array(1000).fill(null)) },
  ])('is cut, and says so, where $what', ({ values }) => {
    const { text, isCut } = threadText(values);
    expect(isCut).toBe(true);
    expect(text.length).toBeLessThanOrEqual(maxTextLength);
  });

  it('is not cut where it fits', () => {
    expect(threadText([null, undefined, 'a'.repeat(300), ['b'], {}])).toMatchObject({ isCut: false });
  });
});
