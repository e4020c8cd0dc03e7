import * as sdk from '@langchain/langgraph-sdk';
import { describe, expect, it } from 'vitest';
import * as ours from 'remote-graph-client/client';
import { codeServer } from '../../renderer/shared-ui/request-code/code-server.ts';
import { requestCode, type CodeForm } from '../../renderer/shared-ui/request-code/request-code.ts';
import { sdkCalls } from '../../renderer/shared-ui/request-code/sdk-calls.ts';
import { get, post, request } from './copied-requests.ts';

describe('the table of calls', () => {
  it('names methods that the TypeScript SDK and our client have', () => {
    const clients: readonly (readonly [CodeForm, object])[] = [
      ['typescript', new sdk.Client({ apiUrl: 'http://127.0.0.1:1', apiKey: null })],
      ['client', new ours.GraphClient({ url: 'http://127.0.0.1:1', apiKey: null })],
    ];
    for (const { name, languages } of sdkCalls) {
      const [area = '', method = ''] = name.split('.');
      for (const [form, client] of clients) {
        if (languages?.some((one) => one === form) === false) continue;
        expect(Reflect.get(Reflect.get(client, area) as object, method), `${form} ${name}`).toBeTypeOf(
          'function',
        );
      }
    }
  });

  it('keeps a number that JavaScript can not hold in our client, and says so for the SDK', () => {
    const body = '{"assistant_id":"a","input":{"n":9007199254740993}}';
    const long = { method: 'POST', path: '/runs/wait', requestBody: body };
    expect(requestCode('client', long, null)).toContain('"n": new JsonText("9007199254740993")');
    expect(requestCode('typescript', long, null)).toContain('beyond what JavaScript can hold');
    expect(requestCode('python', long, null)).toContain('"n": 9007199254740993');
    expect(requestCode('python', long, null)).not.toContain('beyond');
    const longer = { ...long, requestBody: body.replace('9007199254740993', '18446744073709551616') };
    expect(requestCode('python', longer, null)).toContain('beyond what the SDK can send');
  });

  it('writes an input of 200,000 items, and one that is nested 50,000 levels deep', () => {
    const deep = '['.repeat(50_000) + ']'.repeat(50_000);
    for (const input of [deep, `[${'1,'.repeat(199_999)}1]`]) {
      const requestBody = `{"assistant_id":"a","input":${input}}`;
      for (const form of ['python', 'typescript', 'client'] as const) {
        const code = requestCode(form, { method: 'POST', path: '/runs/wait', requestBody }, null);
        expect(code.length).toBeLessThan(5_000_000);
      }
    }
  });

  it('creates the thread that a run is for', () => {
    const body = '{"assistant_id":"a","input":{}}';
    const fresh = { method: 'POST', path: '/threads/{thread_id}/runs', requestBody: body };
    expect(requestCode('python', fresh, null, 'g')).toContain(
      'thread = client.threads.create(graph_id="g")\nresult = client.runs.create(\n    thread["thread_id"],\n    "a",',
    );
    expect(requestCode('typescript', fresh, null, 'g')).toContain(
      'client.runs.create(thread.thread_id, "a", {',
    );
  });

  it('does not send a key from the environment to a server without one', () => {
    expect(codeServer(null).hasKey).toBe(false);
    for (const form of ['typescript', 'client'] as const)
      expect(requestCode(form, get('/threads/x'), null)).toContain('apiKey: null');
    expect(requestCode('python', get('/threads/x'), null)).toContain('api_key=None');
  });

  it('falls back to a plain request where the SDK would send another one', () => {
    const odd = post('/threads/search', { unheard_of: 1 });
    expect(requestCode('typescript', odd, null)).toContain('await fetch("http://SERVER/threads/search"');
    expect(requestCode('python', odd, null)).toContain('client.http.post(');
    expect(requestCode('python', { ...post('/x/stream', null), requestBody: 'no JSON' }, null)).toContain(
      'for part in client.http.stream(',
    );
    for (const [original, text] of [
      [post('/runs/crons', { assistant_id: 'a', schedule: '* * * * *', end_time: '2027' }), 'http.post('],
      [
        post('/threads/t/runs/crons', { assistant_id: 'a', schedule: '*', on_run_completed: 'keep' }),
        'http.post(',
      ],
      [request('PATCH', '/threads/t', { ttl: 5 }), 'http.patch('],
      [request('PATCH', '/assistants/a', { context: {} }), 'http.patch('],
      [get('/threads/a%2Fb'), 'http.get("/threads/a%2Fb")'],
      [post('/threads/t/runs/r/cancel?wait=0', null), 'wait=False'],
    ] as const)
      expect(requestCode('python', original, null)).toContain(text);
    // The TypeScript SDK does not escape path parameters.
    expect(requestCode('typescript', get('/threads/a%2Fb'), null)).toContain(
      'fetch("http://SERVER/threads/a%2Fb"',
    );
    expect(requestCode('client', get('/threads/a%2Fb'), null)).toContain('client.threads.get("a/b")');
  });
});
