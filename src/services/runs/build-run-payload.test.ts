import { describe, expect, it } from 'vitest';
import { stringifyExact } from 'exact-json';
import { defaultRunOptions, type RunOptions } from '../../shared/model/run-options.ts';
import type { RunTrigger } from '../../shared/model/run-request.ts';
import { buildRunPayload } from './build-run-payload.ts';

const typed: RunTrigger = { kind: 'input', inputText: '{"id": 9007199254740993}' };
const sent = (
  options: Partial<RunOptions>,
  trigger: RunTrigger = typed,
  webhook: string | null = null,
  threadId: string | null = null,
) =>
  stringifyExact(
    buildRunPayload(
      {
        threadId,
        trigger,
        checkpointId: null,
        checkpointNs: '',
        options: { ...defaultRunOptions, ...options },
      },
      { clientRequestId: 'id', webhook },
    ),
  );

describe('runPayload', () => {
  it('sends config, context and metadata exactly as typed', () => {
    const text = sent({
      configText: '{"tags": ["a"], "configurable": {"seed": 1.0, "big": 9007199254740993}}',
      contextText: '{"user": -0.0}',
      metadataText: '{"n":1e400}',
      recursionLimit: 7,
    });
    expect(text).toContain(
      '"config":{"tags":["a"],"configurable":{"seed":1.0,"big":9007199254740993},"recursion_limit":7}',
    );
    expect(text).toContain('"context":{"user": -0.0}');
    expect(text).toContain('"metadata":{"n":1e400}');
  });

  it('omits options that were not chosen', () => {
    const payload = JSON.parse(sent({})) as object;
    for (const key of ['config', 'context', 'metadata', 'webhook', 'afterSeconds', 'feedbackKeys']) {
      expect(payload).not.toHaveProperty(key);
    }
  });

  it('sends each chosen option', () => {
    expect(
      JSON.parse(
        sent(
          {
            streamModes: ['debug'],
            subgraphs: false,
            multitaskStrategy: 'rollback',
            durability: 'exit',
            afterSeconds: 0.5,
            interruptBefore: ['plan', '*'],
            interruptAfter: ['plan'],
            feedbackKeys: ['stars'],
            onCompletion: 'keep',
          },
          typed,
          'https://example.com/hook',
        ),
      ),
    ).toMatchObject({
      streamMode: ['debug'],
      streamSubgraphs: false,
      multitaskStrategy: 'rollback',
      durability: 'exit',
      afterSeconds: 0.5,
      interruptBefore: '*',
      interruptAfter: ['plan'],
      feedbackKeys: ['stars'],
      onCompletion: 'keep',
      webhook: 'https://example.com/hook',
      onDisconnect: 'continue',
      ifNotExists: 'reject',
    });
    expect(JSON.parse(sent({ streamModes: [] }))).toMatchObject({ streamMode: ['values'] });
  });

  it('requests the deletion of a temporary thread only if there is one', () => {
    expect(JSON.parse(sent({}))).toMatchObject({ onCompletion: 'delete' });
    for (const onCompletion of ['delete', 'keep'] as const)
      expect(JSON.parse(sent({ onCompletion }, typed, null, 'thread'))).not.toHaveProperty('onCompletion');
  });

  it('names the checkpoint with its namespace', () => {
    const checkpointRef = { threadId: 'thread', checkpointId: 'cp', checkpointNs: 'write:1' };
    const payload = buildRunPayload(
      { trigger: { kind: 'continue' }, ...checkpointRef, options: defaultRunOptions },
      { clientRequestId: 'id', webhook: null },
    );
    expect(payload.checkpoint).toEqual({ checkpoint_id: 'cp', checkpoint_ns: 'write:1' });
  });

  it('resumes with answers, goto targets and an update, each only if given', () => {
    const resume = { kind: 'resume', answers: [], goto: [], updateText: null } as const;
    expect(sent({}, { ...resume, goto: ['plan'], answers: [] })).toContain('"command":{"goto":"plan"}');
    expect(sent({}, { ...resume, goto: ['a', 'b'], answers: [], updateText: '{"n":1.0}' })).toContain(
      '"command":{"update":{"n":1.0},"goto":["a","b"]}',
    );
    const answers = [{ interruptId: 'i', valueText: 'false' }];
    expect(sent({}, { ...resume, goto: [], answers })).toContain('"command":{"resume":{"i":false}}');
  });

  it('sends the answer to an interrupt without an id unchanged, unless servers would ignore it', () => {
    const answer = (valueText: string) =>
      sent({}, { kind: 'resume', answers: [{ interruptId: null, valueText }], goto: [], updateText: null });
    expect(answer('{"ok": 1.0}')).toContain('"command":{"resume":{"ok": 1.0}}');
    expect(() => answer('null')).toThrow("can't distinguish");
    expect(() => answer('{ }')).toThrow("can't distinguish");
  });

  it.each([
    [{ configText: '[1]' }, 'The config must be a JSON object.'],
    [{ configText: '{"configurable":3}' }, 'configurable in the config must be a JSON object.'],
    [
      { contextText: '{"a":}' },
      'The context is not valid JSON: This is not a JSON value at line 1, column 6.',
    ],
  ])('rejects %j before anything is sent', (options, message) => {
    expect(() => sent(options)).toThrow(message);
  });
});
