import { describe, expect, it } from 'vitest';
import { withoutMessageIds } from './without-message-ids.ts';

describe('withoutMessageIds', () => {
  it('leaves out the IDs of messages alone, and keeps all else exactly', () => {
    const output =
      '{"messages":[{"type":"ai","id":"a1","content":"x","n":12345678901234567890,"tool_calls":[{"id":"call_1"}]}],"id":"kept","user":{"id":7}}';
    expect(withoutMessageIds(output)).toEqual({
      text: '{"messages":[{"type":"ai","content":"x","n":12345678901234567890,"tool_calls":[{"id":"call_1"}]}],"id":"kept","user":{"id":7}}',
      removed: 1,
    });
  });

  it('knows a single message and one with a role', () => {
    expect(withoutMessageIds('{"messages":{"role":"user","id":"1","content":"hi"}}').text).toBe(
      '{"messages":{"role":"user","content":"hi"}}',
    );
  });

  it('returns the same text where there are none', () => {
    for (const text of [
      '{"items": [ {"id": 1, "type": "ai"} ], "a": 1.0}',
      'null',
      '{"documents":[{"id":"d","type":"pdf","content":"text"}]}',
    ])
      expect(withoutMessageIds(text)).toEqual({ text, removed: 0 });
  });
});
