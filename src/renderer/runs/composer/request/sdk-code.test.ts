import { describe, expect, it } from 'vitest';
import { pythonCode, pythonLiteral } from './python-code.ts';
import { typescriptCode } from './typescript-code.ts';

const code = {
  url: 'http://127.0.0.1:1',
  hasKey: false,
  threadId: 't',
  background: false,
  graphId: 'g',
  bodyText: '{"assistant_id":"a","input":{"n":9007199254740993,"ok":true},"stream_mode":["values"]}',
};

describe('pythonCode', () => {
  it('J-1: is a call with the body as arguments, numbers as they are', () => {
    expect(pythonCode(code)).toBe(`from langgraph_sdk import get_client

client = get_client(url="http://127.0.0.1:1", api_key=None)
async for part in client.runs.stream(
    "t",
    "a",
    input={
        "n": 9007199254740993,
        "ok": True,
    },
    stream_mode=[
        "values",
    ],
):
    print(part.event, part.data)`);
  });

  it('E-19: names the key without having it, and makes a thread where there is none', () => {
    const text = pythonCode({ ...code, hasKey: true, threadId: '{thread_id}', background: true });
    expect(text).toContain('api_key=os.environ["API_KEY"]');
    expect(text).toContain(
      'thread = await client.threads.create(graph_id="g")\nrun = await client.runs.create(\n    thread["thread_id"],',
    );
    expect(pythonCode({ ...code, threadId: null })).toContain('stream(\n    None,');
  });

  it.each([
    ['null', 'None'],
    ['{}', '{}'],
    ['[false, 1.0]', '[\n    False,\n    1.0,\n]'],
    ['"a\\/b\\n"', '"a/b\\n"'],
  ])('writes %s', (json, literal) => {
    expect(pythonLiteral(json)).toBe(literal);
  });

  it('J-8: writes a value that is nested 200,000 levels deep', () => {
    const text = pythonLiteral('['.repeat(200_000) + ']'.repeat(200_000));
    expect(text).toContain(`__import__("json").loads("${'['.repeat(200_000 - 101)}]`);
    expect(text.length).toBeLessThan(500_000);
  });
});

describe('typescriptCode', () => {
  it('is a call with the body as payload, and warns of digits that would be lost', () => {
    const text = typescriptCode(code);
    expect(text).toContain('client.runs.stream("t", "a", {\n  input: {\n    "n": 9007199254740993,');
    expect(text).toContain('  streamMode: [\n    "values"\n  ],\n});');
    expect(text).toContain('beyond what JavaScript can hold');
    expect(typescriptCode({ ...code, bodyText: '{"assistant_id":"a"}', threadId: null })).not.toContain(
      'beyond',
    );
  });

  it('U-7: takes an input of 200,000 items', () => {
    const items = `[${'1,'.repeat(199_999)}9007199254740993]`;
    const text = typescriptCode({ ...code, bodyText: `{"assistant_id":"a","input":{"items":${items}}}` });
    expect(text).toContain('beyond what JavaScript can hold');
  });
});
