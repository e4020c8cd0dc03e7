import { describe, expect, it } from 'vitest';
import { toRunRecord, toRunSettings } from './run-record-mapper.ts';
import { toRun } from './run-mapper.ts';

const ids = '"run_id":"r","thread_id":"t","assistant_id":"a","status":"success"';

function read(members: string) {
  const text = `{${ids},${members}}`;
  const wire: unknown = JSON.parse(text);
  const run = toRun(wire, () => null);
  if (!run) throw new Error('The run was not read.');
  return toRunRecord(run, wire, text, null);
}

describe('recordOf', () => {
  it('keeps the exact text of the request, without what the server added', () => {
    const record = read(
      '"kwargs":{"input":{"n":9007199254740993,"r":1.0},"context":{"k":-0.0},"config":{"recursion_limit":7,' +
        '"metadata":{"a":1},"configurable":{"user":9007199254740993,"run_id":"r","user-agent":"x","__pregel":1,"x-key":"y"}}}',
    );
    expect(record.inputText).toBe('{"n":9007199254740993,"r":1.0}');
    expect(record.contextText).toBe('{"k":-0.0}');
    expect(record.configText).toBe('{"recursion_limit":7,"configurable":{"user":9007199254740993}}');
  });

  it('has no config if only the server added one', () => {
    expect(read('"kwargs":{"input":null,"config":{"configurable":{"graph_id":"g"}}}')).toMatchObject({
      configText: null,
      inputText: null,
    });
    expect(read('"kwargs":{"config":"odd"}').configText).toBeNull();
  });

  it('shows the address of a webhook without a possible token', () => {
    expect(read('"kwargs":{"webhook":"https://hooks.test/a?token=secret#x"}').webhook).toBe(
      'https://hooks.test/a',
    );
  });

  it.each([
    ['a cron', '"metadata":{"cron_id":"c"}', 'cron'],
    ['a studio', '"metadata":{"client_request_id":"q"}', 'studio'],
    ['nobody that is known', '"metadata":{"created_by":"system"}', 'unknown'],
    ['nobody', '"metadata":null', 'unknown'],
  ])('recognizes a run of %s', (_, metadata, source) => {
    expect(read(metadata).source).toBe(source);
  });

  it.each([
    ['"created_at":"2026-11-20T22:01:50.000Z","updated_at":"2026-11-20T22:01:51.500Z"', 1500],
    ['"created_at":"2026-11-20T22:02:50Z","updated_at":"2026-11-20T22:01:51Z"', null],
    ['"created_at":null', null],
  ])('uses server times only: %s', (times, ms) => {
    expect(read(times).durationMs).toBe(ms);
  });

  it('truncates what is too long for a list', () => {
    expect(read(`"kwargs":{"input":{"t":"${'x'.repeat(5000)}"}}`).inputText?.length).toBeLessThan(700);
  });
});

describe('a run of the Python server, which copies its context and its configurable', () => {
  const added =
    '"__after_seconds__":0,"langgraph_auth_user_id":"u","user_id":"u","graph_id":"g","langgraph_request_id":"r"';
  const settings = (configurable: string, context: string) =>
    toRunSettings(
      `{"kwargs":{"config":{"tags":["a"],"configurable":{${configurable}${added}}},"context":${context}}}`,
    );

  it('has the configurable alone if it was sent', () => {
    expect(settings('"model":"small",', '{"model":"small"}')).toEqual({
      configText: '{"tags":["a"],"configurable":{"model":"small"}}',
      contextText: null,
    });
  });

  it('has the context alone if it was sent, also beside what a thread remembers', () => {
    const copied = '"model":"small","__context_provided__":true,';
    expect(settings(copied, '{"model":"small"}')).toEqual({
      configText: '{"tags":["a"]}',
      contextText: '{"model":"small"}',
    });
    expect(settings(`"seed":1,${copied}`, '{"model":"small"}').configText).toBe(
      '{"tags":["a"],"configurable":{"seed":1}}',
    );
  });

  it('keeps both of a server that copies nothing', () => {
    const text = '{"kwargs":{"config":{"configurable":{"model":"small"}},"context":{"model":"small"}}}';
    expect(toRunSettings(text)).toEqual({
      configText: '{"configurable":{"model":"small"}}',
      contextText: '{"model":"small"}',
    });
  });

  it('keeps a user that was sent', () => {
    const text = '{"kwargs":{"config":{"configurable":{"user_id":"me","langgraph_auth_user_id":"u"}}}}';
    expect(toRunSettings(text).configText).toBe('{"configurable":{"user_id":"me"}}');
  });
});

describe('the error of a run', () => {
  const wire = { run_id: 'r', thread_id: 't', assistant_id: 'a', status: 'success' };
  const held = { joinedLate: false, tokens: null, error: 'TypeError: fetch failed' };
  const errorOf = (outcome: 'lost' | 'failed'): string | null => {
    const run = toRun(wire, () => null);
    return run && toRunRecord(run, wire, JSON.stringify(wire), { ...held, outcome }).error;
  };

  it('is none if only its events were lost', () => {
    expect(errorOf('lost')).toBeNull();
    expect(errorOf('failed')).toBe('TypeError: fetch failed');
  });
});
