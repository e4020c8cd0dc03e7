import { describe, expect, it } from 'vitest';
import { memberText } from 'exact-json';
import { collectFrames } from '../../../../src/testing/remote-graph/collect-frames.ts';
import {
  eventStreamResponse,
  createScriptedClient,
} from '../../../../src/testing/remote-graph/scripted-client.ts';
import { ExactNumber, JsonText, rawTextOf } from '../index.ts';

const big = '9007199254740993';
const values = `{"id":${big},"score":1.0,"__proto__":{"n":1e400},"list":[-0.0,18446744073709551615]}`;
const stateText = `{ "values": ${values}, "next": [] }`;
const raw = (text: string): Response =>
  new Response(text, { headers: { 'content-type': 'application/json' } });
const answers = ({ method, path }: { readonly method: string; readonly path: string }): Response => {
  if (path.endsWith('/runs/stream')) return eventStreamResponse(`event: values\ndata: ${values}\nid: 0\n\n`);
  if (path.endsWith('/search')) return raw(`[{"thread_id":"t","metadata":{"n":${big}}}]`);
  return raw(method === 'GET' ? stateText : '{"checkpoint":{}}');
};

describe('the exact option', () => {
  it('returns numbers that a double can not hold as exact values, others as numbers', async () => {
    const { client } = createScriptedClient('hosted', answers, { exact: true });
    const state = await client.threads.getState('t');
    expect(state.values).toMatchObject({
      id: new ExactNumber(big),
      score: 1,
      list: [new ExactNumber('-0.0'), {}],
    });
    expect(rawTextOf(state)).toBe(stateText);
    const [thread] = await client.threads.search();
    expect(thread?.metadata).toEqual({ n: new ExactNumber(big) });
  });

  it('sends back exactly what was read, with its spelling on request', async () => {
    const { client, sent } = createScriptedClient('hosted', answers);
    const state = await client.threads.getState('t', null, { exact: 'spelling' });
    await client.threads.updateState('t', { values: state.values });
    expect(memberText(sent.at(-1)?.bodyText ?? '', 'values')).toBe(values);
    const edited = { ...(state.values as object), score: 2 };
    await client.threads.updateState('t', { values: edited });
    expect(memberText(sent.at(-1)?.bodyText ?? '', 'values')).toBe(values.replace('1.0', '2'));
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('the option of a call wins over that of the client', async () => {
    const exact = createScriptedClient('hosted', answers, { exact: true }).client;
    const plain = createScriptedClient('hosted', answers).client;
    const idOf = (state: { readonly values: unknown }): unknown => (state.values as { id: unknown }).id;
    expect(idOf(await exact.threads.getState('t', null, { exact: false }))).toBe(Number(big));
    expect(idOf(await plain.threads.getState('t'))).toBe(Number(big));
    expect(idOf(await plain.threads.getState('t', { exact: true }))).toEqual(new ExactNumber(big));
  });

  it('applies to the frames of a stream', async () => {
    const { client } = createScriptedClient('hosted', answers, { exact: true });
    const [frame] = await collectFrames(client.runs.stream(null, 'a'));
    expect(frame?.json()).toMatchObject({ id: new ExactNumber(big), score: 1 });
    expect(frame?.text).toBe(values);
  });

  it('accepts JSON text and exact numbers anywhere in a body', async () => {
    const { client, sent } = createScriptedClient('hosted', ({ path }) =>
      path.startsWith('/store') ? new Response(null, { status: 204 }) : { run_id: 'r', thread_id: 't' },
    );
    const number = new ExactNumber(big);
    await client.runs.create(null, 'a', {
      input: { a: [number, new JsonText('1.0')] },
      metadata: new JsonText(`{"m":${big}}`),
      config: { configurable: { c: number } },
      context: new JsonText('{"10":1,"2":1.0}'),
      clientRequestId: 'mine',
    });
    const { bodyText = '' } = sent[0] ?? {};
    expect(memberText(bodyText, 'input')).toBe(`{"a":[${big},1.0]}`);
    expect(memberText(bodyText, 'metadata')).toBe(`{"m":${big},"client_request_id":"mine"}`);
    expect(memberText(bodyText, 'config')).toBe(`{"configurable":{"c":${big}}}`);
    expect(memberText(bodyText, 'context')).toBe('{"10":1,"2":1.0}');
    await client.store.putItem(['a'], 'k', new JsonText(values));
    expect(memberText(sent.at(-1)?.bodyText ?? '', 'value')).toBe(values);
  });
});
