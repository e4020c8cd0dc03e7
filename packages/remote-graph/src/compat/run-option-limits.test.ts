import { describe, expect, it } from 'vitest';
import { RunOptionLimits } from './run-option-limits.ts';
import { traitsOf } from './server-traits.ts';

const sentModes = ['values', 'updates', 'tasks', 'messages-tuple', 'custom'];
const body = { stream_mode: sentModes, stream_subgraphs: true, stream_resumable: true, durability: 'async' };

/** Refusals as servers send them, and what they refuse. */
const refusals: readonly (readonly [
  server: string,
  status: number,
  refusal: string,
  refused: readonly string[],
])[] = [
  [
    'the JavaScript server',
    400,
    `{"success":false,"error":{"issues":[{"code":"invalid_union","unionErrors":[{"issues":[{"received":"tasks","code":"invalid_enum_value","options":["values","messages-tuple","updates","custom"],"path":["stream_mode",2],"message":"Invalid enum value. Expected 'values' | 'messages-tuple' | 'updates' | 'custom', received 'tasks'"}]}]}]}}`,
    ['tasks'],
  ],
  [
    'a server with pydantic',
    422,
    `{"detail":[{"type":"literal_error","loc":["body","stream_mode","list[literal]",2],"msg":"Input should be 'values', 'updates', 'messages-tuple' or 'custom'","input":"tasks","ctx":{"expected":"'values', 'updates', 'messages-tuple' or 'custom'"}}]}`,
    ['tasks'],
  ],
  [
    'a server that lists few modes',
    400,
    'stream_mode must be one of: values, updates, messages',
    ['tasks', 'messages-tuple', 'custom'],
  ],
  [
    'a server that names what it refuses',
    422,
    '{"detail":"Unsupported stream mode: tasks, custom"}',
    ['tasks', 'custom'],
  ],
];

describe('stream modes that a server refuses', () => {
  it.each(refusals)('are left out after a refusal of %s', (_, status, refusal, refused) => {
    const limits = new RunOptionLimits();
    expect(limits.learnFromRefusal({ status, body: refusal }, body)).toBe(true);
    const sent = limits.apply(body);
    expect(sent.omitted).toEqual({ streamModes: refused, members: [] });
    expect(sent.body.stream_mode).toEqual(sentModes.filter((mode) => !refused.includes(mode)));
    // The same refusal of what is left teaches nothing, so nothing is sent for ever.
    expect(limits.learnFromRefusal({ status, body: refusal }, sent.body)).toBe(false);
  });

  it.each([
    [400, 'stream_mode must be one of: debug, events, checkpoints'],
    [400, 'Invalid input'],
    [422, '{"detail":"Thread is already running a task"}'],
    [500, 'stream_mode must be one of: values, updates, messages'],
    [409, 'Thread is busy with values, updates and tasks'],
  ])('stay after an answer %i that says nothing of use: %s', (status, refusal) => {
    expect(new RunOptionLimits().learnFromRefusal({ status, body: refusal }, body)).toBe(false);
  });
});

describe('options that a server refuses', () => {
  it('are left out if the run does the same without them', () => {
    const limits = new RunOptionLimits();
    const refusal = '{"detail":[{"type":"extra_forbidden","loc":["body","stream_resumable"]}]}';
    expect(limits.learnFromRefusal({ status: 422, body: refusal }, body)).toBe(true);
    const sent = limits.apply(body);
    expect(sent).toEqual({
      body: { ...body, stream_resumable: undefined },
      omitted: { streamModes: [], members: ['stream_resumable'] },
    });
    expect(limits.learnFromRefusal({ status: 422, body: refusal }, sent.body)).toBe(false);
  });

  it('stay if the run would do something else without them', () => {
    const requestedOptions = {
      ...body,
      interrupt_before: ['a'],
      multitask_strategy: 'reject',
      webhook: 'http://127.0.0.1',
    };
    for (const name of ['interrupt_before', 'multitask_strategy', 'webhook']) {
      const refusal = `{"code":"unrecognized_keys","keys":["${name}"]}`;
      expect(new RunOptionLimits().learnFromRefusal({ status: 400, body: refusal }, requestedOptions)).toBe(
        false,
      );
    }
  });

  it('are sent again to a server that has become another one', () => {
    const limits = new RunOptionLimits();
    limits.learnFromRefusal({ status: 422, body: 'unknown field durability' }, body);
    limits.needsCheckpoints = true;
    limits.reset();
    expect(limits.apply(body)).toEqual({ body, omitted: { streamModes: [], members: [] } });
  });
});

describe('a server whose values with subgraphs fail without checkpoints', () => {
  const withCheckpoints = [...sentModes, 'checkpoints'];

  it('is known by its version', () => {
    const limits = new RunOptionLimits();
    limits.needsCheckpoints = traitsOf({ context: 'js', version: '2.0.0' }).has('needsCheckpointsWithValues');
    expect(limits.apply(body).body.stream_mode).toEqual(withCheckpoints);
    expect(limits.apply({ ...body, stream_subgraphs: false }).body.stream_mode).toEqual(sentModes);
    expect(limits.apply(body).omitted).toEqual({ streamModes: [], members: [] });
  });

  it('is known by the failure of a run', () => {
    const limits = new RunOptionLimits();
    const message = "Cannot read properties of undefined (reading 'map')";
    expect(limits.learnFromFailure(message, { ...body, stream_subgraphs: false })).toBe(false);
    expect(limits.learnFromFailure('it broke', body)).toBe(false);
    expect(limits.learnFromFailure(message, body)).toBe(true);
    expect(limits.apply(body).body.stream_mode).toEqual(withCheckpoints);
    // A run that asked for them failed for another reason.
    expect(limits.learnFromFailure(message, limits.apply(body).body)).toBe(false);
  });

  it('is no Python server', () => {
    expect(traitsOf({ version: '2.0.0' })).toEqual(new Set());
    expect(traitsOf({ context: 'js', version: '1.5.1' }).has('needsCheckpointsWithValues')).toBe(false);
  });
});

describe('modes that a server refuses and one that it needs', () => {
  const asked = { stream_mode: ['values', 'tools'], stream_subgraphs: true };

  it('are exchanged although the number of modes stays the same', () => {
    const limits = new RunOptionLimits();
    limits.needsCheckpoints = true;
    const refusal = { status: 422, body: '{"detail":"Unsupported stream mode: tools"}' };
    expect(limits.learnFromRefusal(refusal, limits.apply(asked).body)).toBe(true);
    const sent = limits.apply(asked);
    expect(sent.body.stream_mode).toEqual(['values', 'checkpoints']);
    expect(sent.omitted.streamModes).toEqual(['tools']);
  });

  it('end in an answer if the needed one is refused, too', () => {
    const limits = new RunOptionLimits();
    limits.needsCheckpoints = true;
    const refusal = { status: 422, body: '{"detail":"Unsupported stream mode: checkpoints"}' };
    expect(limits.learnFromRefusal(refusal, limits.apply(asked).body)).toBe(true);
    expect(limits.apply(asked).body.stream_mode).toEqual(['values', 'tools']);
  });

  it('are not sent for ever if nothing but refused modes is asked for', () => {
    const limits = new RunOptionLimits();
    const refusalOf = (mode: string) => ({
      status: 422,
      body: `{"detail":"Unsupported stream mode: ${mode}"}`,
    });
    expect(limits.learnFromRefusal(refusalOf('tools'), asked)).toBe(true);
    expect(
      limits.learnFromRefusal(refusalOf('events'), { ...asked, stream_mode: ['values', 'events'] }),
    ).toBe(true);
    const both = limits.apply({ stream_mode: ['tools', 'events'], stream_subgraphs: true });
    // The server's refusal is the answer then.
    expect(limits.learnFromRefusal(refusalOf('tools'), both.body)).toBe(false);
  });

  it('are left out of each of several runs that are refused at once', () => {
    const limits = new RunOptionLimits();
    const refusal = { status: 422, body: '{"detail":"Unsupported stream mode: tools"}' };
    expect(limits.learnFromRefusal(refusal, asked)).toBe(true);
    expect(limits.learnFromRefusal(refusal, asked)).toBe(true);
  });
});
