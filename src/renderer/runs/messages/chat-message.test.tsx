import { describe, expect, it } from 'vitest';
import {
  chatInput,
  humanMessage,
  maxAttachmentBytes,
  otherMembers,
  withoutConversations,
} from './chat-message.ts';
import { readAttachments } from './read-attachments.ts';

const image = { name: 'a.png', mimeType: 'image/png', data: 'AAAA', bytes: 3 };

describe('humanMessage', () => {
  it('is a text alone, and content blocks with what goes along', () => {
    expect(humanMessage('hi', [])).toBe('{"type":"human","content":"hi"}');
    expect(
      JSON.parse(humanMessage('hi', [image, { ...image, name: 'b.pdf', mimeType: 'application/pdf' }])),
    ).toEqual({
      type: 'human',
      content: [
        { type: 'text', text: 'hi' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
        {
          type: 'file',
          source_type: 'base64',
          mime_type: 'application/pdf',
          data: 'AAAA',
          metadata: { filename: 'b.pdf' },
        },
      ],
    });
    expect(JSON.parse(humanMessage(' ', [image]))).toMatchObject({ content: [{ type: 'image_url' }] });
  });
});

describe('chatInput', () => {
  it('puts the message into the input and leaves the rest as it is', () => {
    expect(chatInput('{"pace": 1.0, "messages": [1]}', 'messages', '{}')).toBe(
      '{"pace": 1.0, "messages": [{}]}',
    );
    expect(JSON.parse(chatInput('oops', 'messages', '{}'))).toEqual({ messages: [{}] });
    expect(JSON.parse(chatInput('[1]', 'messages', '{}'))).toEqual({ messages: [{}] });
    expect(otherMembers('{"pace":1,"messages":[]}', 'messages')).toEqual(['pace']);
  });
});

describe('withoutConversations', () => {
  it('leaves out what was said, and keeps the rest as it is', () => {
    const keys = ['messages', 'aside'];
    expect(withoutConversations('{"messages":[1], "n": 1.0,"aside":[2]}', keys)).toBe('{ "n": 1.0}');
    expect(withoutConversations('{"n":1}', keys)).toBe('{"n":1}');
    expect(withoutConversations('oops', keys)).toBe('{}');
  });
});

describe('readAttachments', () => {
  it('reads files, and names those that are too large', async () => {
    const small = new File(['abc'], 'a.txt', { type: 'text/plain' });
    const large = new File([new Uint8Array(maxAttachmentBytes + 1)], 'big.bin');
    const read = await readAttachments([], [large, small]);
    expect(read.attachments).toEqual([{ name: 'a.txt', mimeType: 'text/plain', data: 'YWJj', bytes: 3 }]);
    expect(read.problem).toContain('Too large: big.bin');
  });

  it('knows usual types by the ending of the file where the system does not', async () => {
    const files = [
      new File(['a'], 'a.CSV', { type: 'application/vnd.ms-excel' }),
      new File(['a'], 'b.md'),
      new File(['a'], 'c.constructor'),
      new File(['a'], 'd.pdf', { type: 'application/pdf' }),
    ];
    const { attachments } = await readAttachments([], files);
    expect(attachments.map(({ mimeType }) => mimeType)).toEqual([
      'text/csv',
      'text/markdown',
      'application/octet-stream',
      'application/pdf',
    ]);
  });
});
