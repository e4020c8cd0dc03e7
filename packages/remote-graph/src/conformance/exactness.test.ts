import { memberText, stringifyExact } from 'exact-json';
import { anyText, fc } from '../../../../src/testing/fast-check.ts';
import { scaled } from '../../../../src/testing/test-scale.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { startFaultServer, type FaultServer } from '../../../../src/testing/fault-servers/fault-server.ts';
import { GraphClient, JsonText, ProtocolError, rawTextOf } from '../client.ts';
import { SseDecoder } from '../sse/sse-decoder.ts';
import { toStreamFrame, type StreamFrame } from '../run-stream/stream-frame.ts';

const servers: FaultServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

/** A client of a server that stores a state update unchanged, and returns it as the state. */
async function keepingClient(first = '{}'): Promise<GraphClient> {
  let values = first;
  const server = await startFaultServer(({ method, body }) => {
    if (method === 'POST') values = memberText(body, 'values') ?? '';
    return method === 'POST' ? { body: '{"checkpoint":{}}' } : { body: `{"values":${values},"next":[]}` };
  });
  servers.push(server);
  return new GraphClient({ url: server.url, apiKey: null });
}

/** JSON texts with everything that an ordinary round trip changes. */
const jsonText: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => {
  const number = fc.oneof(
    fc.bigInt().map(String),
    fc.constantFrom('9007199254740993', '18446744073709551615', '1.0', '-0.0', '1e16', '1E+2', '1e400'),
    fc.tuple(fc.integer(), fc.nat()).map(([whole, part]) => `${whole}.${part}0`),
  );
  const text = fc.oneof(
    anyText().map((each) => JSON.stringify(each)),
    fc.constantFrom('"\\u0000"', '"\\ud800"', '"\\u00e9"', '"\\/"'),
  );
  const key = fc.oneof(
    fc.string().map((each) => JSON.stringify(each)),
    fc.constantFrom(
      '"10"',
      '"2"',
      '"__proto__"',
      '"constructor"',
      '"toString"',
      '"lc"',
      '"isLosslessNumber"',
    ),
  );
  const items = fc.array(tie('value'), { maxLength: 4 });
  const members = fc.array(fc.tuple(key, tie('value')), { maxLength: 4 });
  return {
    value: fc.oneof(
      { maxDepth: 4 },
      number,
      text,
      fc.constantFrom('true', 'false', 'null'),
      items.map((each) => `[${each.join(' , ')}]`),
      members.map((each) => `{${each.map(([name, value]) => `${name}: ${value}`).join(',')}}`),
    ),
  };
}).value;

function frameOf(payload: string): StreamFrame {
  const bytes = new TextEncoder().encode(`data: ${payload}\n\n`);
  const middle = bytes.length >> 1;
  const decoder = new SseDecoder();
  const [sse] = [...decoder.push(bytes.slice(0, middle)), ...decoder.push(bytes.slice(middle))];
  if (!sse) throw new Error('There is no frame.');
  return toStreamFrame(sse);
}

describe('values', () => {
  it('random texts are read from a stream and sent in a body unchanged', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const frame = frameOf(text);
        expect(frame.text).toBe(text);
        expect(frame.json()).toEqual(JSON.parse(text));
        const body = stringifyExact({ values: { part: new JsonText(frame.text) } });
        expect(body).toBe(`{"values":{"part":${text}}}`);
      }),
      { numRuns: scaled(10_000) },
    );
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('a state has the same text after it is written back', async () => {
    const texts = fc.sample(jsonText, { numRuns: 30, seed: 1 });
    for (const text of [...texts, '{"n":9007199254740993,"f":1.0,"10":1,"2":2,"z":"\\u0000"}']) {
      const client = await keepingClient(text);
      const read = await client.threads.getState('t');
      expect(memberText(rawTextOf(read), 'values')).toBe(text);
      await client.threads.updateState('t', {
        values: new JsonText(memberText(rawTextOf(read), 'values') ?? ''),
      });
      expect(rawTextOf(await client.threads.getState('t'))).toBe(`{"values":${text},"next":[]}`);
    }
  });

  it('a server can not change the prototype of objects', async () => {
    const client = await keepingClient(
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    );
    const { values } = await client.threads.getState('t');
    expect(Object.keys(values as object)).toEqual(['__proto__', 'constructor']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('a lone surrogate is escaped when sent, never replaced', async () => {
    const client = await keepingClient();
    await client.threads.updateState('t', { values: { half: 'a\ud800b' } });
    const state = await client.threads.getState('t');
    expect(rawTextOf(state)).toContain('"a\\ud800b"');
    expect(state.values).toEqual({ half: 'a\ud800b' });
  });

  it('NaN, Infinity, truncated and trailing text are reported, and still readable as text', () => {
    for (const payload of ['{"n":NaN}', '[Infinity]', '-Infinity', '{"a":1', '{"a":1} x', '']) {
      const frame = frameOf(payload);
      expect(() => frame.json()).toThrow(ProtocolError);
      expect(frame.text).toBe(payload);
    }
  });

  it('payloads of 10,000 and 200,000 levels keep their text', () => {
    for (const depth of [10_000, 200_000]) {
      const text = '['.repeat(depth) + ']'.repeat(depth);
      const frame = frameOf(text);
      expect(frame.text).toBe(text);
      expect(() => frame.json()).not.toThrow();
    }
  });

  it('values of 10,000 and 200,000 levels can be sent and read', async () => {
    const client = await keepingClient();
    for (const depth of [10_000, 200_000]) {
      let deep: unknown = 'x';
      for (let level = 0; level < depth; level += 1) deep = level % 2 === 0 ? [deep] : { a: deep };
      await client.threads.updateState('t', { values: { deep } });
      const text = memberText(
        memberText(rawTextOf(await client.threads.getState('t')), 'values') ?? '',
        'deep',
      );
      expect(text).toHaveLength((depth / 2) * '[{"a":}]'.length + '"x"'.length);
    }
  });

  it('times stay the text of the server, with microseconds and missing zones', async () => {
    const times = ['2026-11-20T22:00:00.173456+00:00', '2026-11-20T22:00:00.173456', '2026-11-20T22:00:00Z'];
    for (const at of times) {
      const server = await startFaultServer(() => ({
        json: { thread_id: 't', created_at: at, values: { at } },
      }));
      servers.push(server);
      const client = new GraphClient({ url: server.url, apiKey: null });
      expect((await client.threads.get('t')).created_at).toBe(at);
      const state = await client.threads.getState('t');
      expect([state.created_at, state.values]).toEqual([at, { at }]);
    }
  });

  it('accepts a byte order mark; reports other charsets and text that is not JSON', async () => {
    const bodies = [
      Buffer.from('\uFEFF{"thread_id":"t"}'),
      Buffer.from('{"thread_id":"t\u00e9"}', 'latin1'),
      Buffer.from('{"thread_id":"t"}', 'utf16le'),
    ];
    let body = bodies[0];
    const server = await startFaultServer(() => (body ? { body } : 'hang'));
    servers.push(server);
    const client = new GraphClient({ url: server.url, apiKey: null });
    expect((await client.threads.get('t')).thread_id).toBe('t');
    body = bodies[1];
    expect((await client.threads.get('t')).thread_id).toBe('t\uFFFD');
    body = bodies[2];
    await expect(client.threads.get('t')).rejects.toBeInstanceOf(ProtocolError);
  });
});
