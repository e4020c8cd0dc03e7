import { describe, expect, it } from 'vitest';
import {
  checkpoint,
  hostedCalls,
  ids,
  unusedOperations,
  intendedDeviations,
  type HostedCall,
} from '../../../../src/testing/remote-graph/hosted-api-calls.ts';
import {
  deviations,
  hostedOperation,
  hostedOperations,
  type RecordedRequest,
} from '../../../../src/testing/remote-graph/hosted-api.ts';
import { GraphClient } from '../resources/graph-client.ts';

const record = {
  thread_id: ids.thread,
  run_id: ids.run,
  assistant_id: ids.assistant,
  cron_id: ids.assistant,
  graph_id: 'agent',
  status: 'success',
  schedule: '* * * * *',
  checkpoint,
  nodes: [],
  edges: [],
  items: [],
  namespaces: [],
  values: {},
  tasks: [{ id: ids.assistant, name: 'ask', interrupts: [{ id: 'ab'.repeat(16), value: 1 }] }],
  pruned_count: 1,
  result: {},
};

function recorder(): { readonly client: GraphClient; readonly sent: RecordedRequest[] } {
  const sent: RecordedRequest[] = [];
  const answer = (url: URL, method: string): unknown => {
    if (url.pathname === '/info')
      return { version: '0.5.26', langgraph_py_version: '1.2.12', flags: { crons: true } };
    if (url.pathname === '/ok') return { ok: true };
    if (url.pathname.endsWith('/count')) return 3;
    const listed =
      /\/(search|versions|history|batch)$/.test(url.pathname) && !url.pathname.startsWith('/store');
    if (listed || (method === 'GET' && url.pathname.endsWith('/runs'))) return [record];
    return record;
  };
  const send = (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input);
    const { method = 'GET', body } = init;
    sent.push({
      method,
      url,
      headers: new Headers(init.headers),
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
    });
    if (/\/stream(\/events)?$/.test(url.pathname)) {
      const headers = {
        'content-type': 'text/event-stream',
        'content-location': `/threads/${ids.thread}/runs/${ids.run}`,
      };
      return Promise.resolve(new Response('event: values\ndata: {"params":{}}\nid: 1\n\n', { headers }));
    }
    return Promise.resolve(Response.json(answer(url, method)));
  };
  return { client: new GraphClient({ url: 'http://hosted.test', apiKey: 'k', fetch: send }), sent };
}

describe('requests, against the API description of hosted servers', () => {
  async function sentBy(call: HostedCall): Promise<readonly RecordedRequest[]> {
    const { client, sent } = recorder();
    await call(client);
    // Some requests are preceded by one for the server kind.
    return sent.filter(({ url }) => url.pathname !== '/info' || sent.length === 1);
  }

  it.each(Object.keys(hostedCalls))('%s', async (name) => {
    const sent = await sentBy(hostedCalls[name] ?? (() => Promise.resolve()));
    expect(sent.length).toBeGreaterThan(0);
    for (const request of sent) {
      expect(deviations(request)).toEqual([]);
      expect(request.headers.get('x-api-key')).toBe('k');
    }
  });

  it.each(Object.keys(intendedDeviations))('%s deviates on purpose', async (name) => {
    const { call, expected, why } = intendedDeviations[name] ?? {
      call: () => Promise.resolve(),
      expected: [],
      why: '',
    };
    const [first] = await sentBy(call);
    expect(why).not.toBe('');
    expect(first && deviations(first)).toEqual(expected);
  });

  it('every operation of the description is covered, except for listed ones', async () => {
    const all = [...Object.values(hostedCalls), ...Object.values(intendedDeviations).map(({ call }) => call)];
    const sent = (await Promise.all(all.map((call) => sentBy(call)))).flat();
    const covered = new Set(sent.map(hostedOperation));
    const missing = hostedOperations.filter((name) => !covered.has(name));
    expect(missing.toSorted()).toEqual(Object.keys(unusedOperations).toSorted());
  });

  it('every method of the client is called', () => {
    const { client } = recorder();
    const methods = (['assistants', 'threads', 'runs', 'crons', 'store', 'meta', 'ui'] as const).flatMap(
      (part) =>
        Object.getOwnPropertyNames(Object.getPrototypeOf(client[part]) as object)
          .filter((name) => name !== 'constructor')
          .map((name) => `${part}.${name}`),
    );
    const driven = new Set(
      [...Object.keys(hostedCalls), ...Object.keys(intendedDeviations)].map((name) => name.split(',')[0]),
    );
    // It only returns the body that another request would send.
    driven.add('runs.bodyText');
    // It sends nothing.
    driven.add('runs.foreignRunsOf');
    expect(methods.filter((name) => !driven.has(name))).toEqual([]);
  });
});
