import { execFile } from 'node:child_process';
import * as sdk from '@langchain/langgraph-sdk';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as ours from '../remote-graph/client.ts';
import { codeServer } from '../renderer/domain/request-code/code-server.ts';
import type { CodeRequest } from '../renderer/domain/request-code/match-call.ts';
import { requestCode, type CodeForm } from '../renderer/domain/request-code/request-code.ts';
import { sdkCalls, type SdkCall } from '../renderer/domain/request-code/sdk-calls.ts';
import type { Connection } from '../shared/model/connections/connection.ts';
import { startRecordingProxy } from './fault-servers/recording-proxy.ts';
import { findPython, runPython } from './python-sdk/python.ts';
import { sharedServer } from './shared-server.ts';

let connection: Connection;
let threadId: string;
let runId: string;
let checkpointId: string;
beforeAll(async () => {
  const { url } = await sharedServer('real');
  connection = {
    id: 'real',
    kind: 'remote',
    name: 'Real',
    url,
    key: { storage: 'sealed', last4: 'anry' },
    headers: [{ name: 'x-team', last4: 'blue' }],
  };
  const client = new ours.GraphClient({ url, apiKey: null });
  threadId = (await client.threads.create({ graphId: 'writer' })).thread_id;
  await client.runs.wait(threadId, 'writer', { input: { text: 'code' } });
  runId = (await client.runs.list(threadId))[0]?.run_id ?? '';
  checkpointId = (await client.threads.getState(threadId)).checkpoint?.checkpoint_id ?? '';
  vi.stubEnv('API_KEY', secrets.API_KEY);
  vi.stubEnv('HEADER_X_TEAM', secrets.HEADER_X_TEAM);
});
afterEach(() => vi.restoreAllMocks());

const secrets = { API_KEY: 'a-canary-key', HEADER_X_TEAM: 'blue' };
/** Breaks out of any quoting that forgets one of its characters. */
const hostile = `'"\`$(exit 3)\${process.exit(3)}\\'''\n\u2028\u202e\u{e0041}"""#*/`;

const realFetch = globalThis.fetch;

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly key: string | null;
  readonly team: string | null;
}

/** Runs a program as it was copied, and returns the requests that it sent and what it printed. */
async function run(code: string): Promise<{ readonly sent: readonly Sent[]; readonly printed: unknown[] }> {
  const sent: Sent[] = [];
  const printed: unknown[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const text = await request.clone().text();
    sent.push({
      method: request.method,
      path: pathname + search,
      body: text === '' ? null : JSON.parse(text),
      key: request.headers.get('x-api-key'),
      team: request.headers.get('x-team'),
    });
    return realFetch(request);
  });
  const imports = /^import \{ (?<names>[^}]*) \} from '(?<from>[^']*)';\n/;
  const { names = '', from = '' } = imports.exec(code)?.groups ?? {};
  const given = { '@langchain/langgraph-sdk': sdk, 'remote-graph-client/client': ours, '': {} }[from];
  const wanted = names.split(', ').filter((name) => name !== '');
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  const program = new AsyncFunction(...wanted, 'console', code.replace(imports, ''));
  const parts = wanted.map((name): unknown => Reflect.get(given ?? {}, name));
  await (program(...parts, { log: (...values: unknown[]) => void printed.push(...values) }) as Promise<void>);
  return { sent, printed };
}

/** The requests of the studio, each once, with what makes quoting hard. */
const requests = (): readonly CodeRequest[] => [
  get('/info'),
  get('/ok'),
  post('/assistants/search', { limit: 100, offset: 0, metadata: { note: hostile } }),
  post('/assistants/count', { graph_id: 'writer' }),
  get('/assistants/writer'),
  get('/assistants/writer/graph?xray=true'),
  get('/assistants/writer/schemas'),
  get('/assistants/writer/subgraphs?recurse=true'),
  post('/assistants', { graph_id: 'writer', name: hostile, metadata: { __proto__: null, note: hostile } }),
  post('/threads', { metadata: { name: hostile }, if_exists: 'do_nothing' }),
  post('/threads/search', {
    limit: 3,
    offset: 0,
    metadata: { name: hostile },
    sort_by: 'updated_at',
    sort_order: 'desc',
    select: ['thread_id', 'status'],
  }),
  post('/threads/count', { status: 'busy' }),
  get(`/threads/${threadId}`),
  request('PATCH', `/threads/${threadId}`, { metadata: { note: hostile } }),
  post(`/threads/${threadId}/copy`, null),
  get(`/threads/${threadId}/state?subgraphs=true`),
  get(`/threads/${threadId}/state/${checkpointId}`),
  post(`/threads/${threadId}/state`, { values: { text: hostile }, as_node: 'plan' }),
  post(`/threads/${threadId}/state/checkpoint`, { checkpoint: { checkpoint_id: checkpointId } }),
  post(`/threads/${threadId}/history`, { limit: 2, metadata: { step: 1 } }),
  get(`/threads/${threadId}/history?limit=2`),
  get(`/threads/${threadId}/runs?limit=100000&offset=0`),
  get(`/threads/${threadId}/runs/${runId}`),
  get(`/threads/${threadId}/runs/${runId}/join`),
  post(`/threads/${threadId}/runs`, {
    assistant_id: 'writer',
    input: { text: hostile },
    multitask_strategy: 'enqueue',
  }),
  post(`/threads/${threadId}/runs/wait`, {
    assistant_id: 'writer',
    input: { text: hostile },
    multitask_strategy: 'enqueue',
  }),
  post(`/threads/${threadId}/runs/stream`, {
    assistant_id: 'writer',
    input: { text: hostile },
    stream_mode: ['values', 'updates'],
    multitask_strategy: 'enqueue',
    on_disconnect: 'continue',
  }),
  // No client has an argument for its last member.
  post('/runs/stream', { assistant_id: 'writer', input: { text: 'x' }, feedback_kinds: [hostile] }),
  post('/runs/wait', {
    assistant_id: 'writer',
    input: { text: hostile },
    on_completion: 'keep',
  }),
  post('/runs/batch', [{ assistant_id: 'writer', input: { text: hostile } }]),
  request('PUT', '/store/items', { namespace: ['code', 'tests'], key: hostile, value: { v: hostile } }),
  get(`/store/items?namespace=code.tests&key=${encodeURIComponent(hostile)}`),
  post('/store/items/search', { namespace_prefix: ['code'], filter: { v: hostile }, limit: 10, offset: 0 }),
  post('/store/namespaces', { prefix: ['code'], limit: 100, offset: 0 }),
  request('DELETE', '/store/items', { namespace: ['code', 'tests'], key: hostile }),
];
const request = (method: string, path: string, body: object | null): CodeRequest => ({
  method,
  path,
  requestBody: body === null ? null : JSON.stringify(body),
});
const get = (path: string): CodeRequest => request('GET', path, null);
const post = (path: string, body: object | null): CodeRequest => request('POST', path, body);

/** What both SDKs add or write differently, without a change of meaning. */
function meaningOf({ method, path, body }: Pick<Sent, 'method' | 'path' | 'body'>): unknown {
  const [route = ''] = path.split('?');
  const isHistory = route.endsWith('/history');
  const query = Object.fromEntries(new URLSearchParams(path.split('?')[1] ?? ''));
  const isRead = method === 'GET' || route.endsWith('/search') || route.endsWith('/count') || isHistory;
  const members = Array.isArray(body) ? { body } : { ...(body as object | null) };
  if (!isRead) return { method, route, ...members };
  // A search by GET or by POST: numbers are texts in a query.
  const all = Object.entries({ ...query, ...members });
  const texts = all.map(([key, value]) => [key, typeof value === 'number' ? String(value) : value]);
  return { method: isHistory ? 'read' : method, route, ...Object.fromEntries(texts) };
}

describe.each(['typescript', 'client'] as const)(
  'a request copied for %s, run on the real server',
  (form) => {
    it('E-19: sends what was copied, with the key from the environment, whatever its texts hold', async () => {
      for (const original of requests()) {
        const code = requestCode(form, original, connection);
        expect(code).not.toMatch(/[^\n\x20-\x7e]/);
        expect(code).not.toContain(secrets.API_KEY);
        const { sent, printed } = await run(code).catch((thrown: unknown) => {
          throw new Error(`${code}\n${String(thrown)}`, { cause: thrown });
        });
        const body: unknown = original.requestBody === null ? null : JSON.parse(original.requestBody);
        const wanted = meaningOf({ ...original, body }) as { readonly route: string };
        const own = sent.filter(({ path }) => path.split('?')[0] === wanted.route);
        expect({ code, own: own.map(meaningOf) }).toEqual({
          code,
          own: expect.arrayContaining([expectedOf(wanted)]) as unknown,
        });
        expect(own[0]).toMatchObject({ key: secrets.API_KEY, team: 'blue' });
        // The plain request prints its status.
        const [status] = code.includes('fetch(') ? printed : [200];
        expect({ code, status }).toEqual({ code, status: 200 });
      }
    });
  },
);

/** The client adds members of its own: an ID for a retry, defaults, a mark of its runs. */
const expectedOf = (wanted: object): unknown => expect.objectContaining(inner(wanted));
const inner = (wanted: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(wanted).map(([key, value]: [string, unknown]) => [
      key,
      Array.isArray(value) && value.some((one) => typeof one === 'object')
        ? value.map((one: object) => expect.objectContaining(inner(one)) as unknown)
        : typeof value === 'object' && value !== null && !Array.isArray(value)
          ? (expect.objectContaining(inner(value)) as unknown)
          : value,
    ]),
  );

describe('a request copied as curl', () => {
  it('E-19: is answered by the real server, whatever its texts hold', { timeout: 60_000 }, async () => {
    const env = { PATH: process.env['PATH'] ?? '', ...secrets };
    const all = requests().map((original) => requestCode('curl', original, connection));
    const script = all.map((command) => `${command} -s -o /dev/null -w '%{http_code}\\n'\n`).join('');
    const printed = await new Promise<string>((done) => {
      const child = execFile('bash', ['-s'], { env }, (_failed, out, error) => done(out + error));
      child.stdin?.end(script);
    });
    const statuses = printed.trim().split('\n');
    expect(statuses).toHaveLength(all.length);
    expect(all.filter((_, at) => !/^2\d\d$/.test(statuses[at] ?? ''))).toEqual([]);
  });
});

const python = findPython();
const sdkOfPython = python?.hasSdk === true ? 'its SDK' : 'a stand-in for its SDK';

describe(`a request copied for Python, run with ${sdkOfPython}`, () => {
  it.skipIf(python === null)(
    'E-19: sends what was copied, whatever its texts hold (skipped without python3 3.9)',
    async () => {
      const { sent, outcomes } = await runCopied(requests());
      const programs = requests().map((original, at) => {
        const body: unknown = original.requestBody === null ? null : JSON.parse(original.requestBody);
        const wanted = meaningOf({ ...original, body }) as { readonly route: string };
        const own = sent(at).filter(({ path }) => path.split('?')[0] === wanted.route);
        expect({ ...outcomes[at], own: own.map(meaningOf) }).toEqual({
          code: outcomes[at]?.code,
          printed: expect.any(String) as unknown,
          error: null,
          own: [expectedOf(wanted)],
        });
        expect(own[0]).toMatchObject({ key: secrets.API_KEY, team: 'blue' });
        return outcomes[at]?.code;
      });
      for (const code of programs) {
        expect(code).not.toMatch(/[^\n\x20-\x7e]/);
        expect(code).not.toContain(secrets.API_KEY);
        expect(code).toContain('api_key=os.environ["API_KEY"]');
      }
    },
  );

  it.skipIf(python === null)('has an argument for each member of each call', async () => {
    if (python === null) throw new Error('No Python.');
    const setup =
      'import inspect\nfrom langgraph_sdk import get_sync_client\nclient = get_sync_client(api_key=None)\n';
    const known = sdkCalls.filter(({ languages }) => languages?.includes('python') !== false);
    const programs = known.map((call) => setup + bindingOf(call));
    const outcomes = await runPython(python, { programs });
    expect(known.length).toBeGreaterThan(50);
    expect(outcomes.flatMap(({ error }, at) => (error === null ? [] : [programs[at], error]))).toEqual([]);
  });

  it.skipIf(python === null)(
    'fails with a wrong argument, a missing one, and a number that its SDK can not send',
    async () => {
      const wrong = requestCode('python', post('/threads/count', { status: 'busy' }), connection);
      const { outcomes } = await runCopied(
        [],
        [
          wrong.replace('status=', 'state='),
          wrong.replace('status="busy"', '"busy"'),
          wrong.replace('.count(', '.update("t", ').replace('status="busy"', 'ttl=1'),
          wrong.replace('"busy"', '18446744073709551616'),
        ],
      );
      expect(outcomes.map(({ error }) => error?.trim().split('\n').at(-1))).toEqual([
        expect.stringMatching(/^TypeError: .*unexpected keyword argument 'state'/),
        expect.stringMatching(/^TypeError: .*takes 1 positional argument but 2/),
        expect.stringMatching(/^TypeError: .*missing 1 required keyword-only argument: 'metadata'/),
        expect.stringMatching(/^TypeError: Integer exceeds 64-bit range/),
      ]);
    },
  );
});

/** Lines that bind a call's arguments to the method's parameters, as calling it would. */
function bindingOf({ name, positional, named, python: differences = {}, isBatch }: SdkCall): string {
  const { byName = [], lacks = [] } = differences;
  const method = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const passed = [...(isBatch ? [] : named), ...byName].filter((one) => !lacks.includes(one));
  const all = [
    ...positional.filter((one) => one === null || !byName.includes(one)).map(() => '"x"'),
    ...(isBatch ? ['[{}]'] : []),
    ...passed.map((one) => `${one}="x"`),
  ];
  return `inspect.signature(client.${method}).bind(${all.join(', ')})`;
}

/** Copies requests for Python, runs them in one process, and tells what each sent. `more`: programs beside them. */
async function runCopied(originals: readonly CodeRequest[], more: readonly string[] = []) {
  if (python === null) throw new Error('No Python.');
  const proxy = await startRecordingProxy((await sharedServer('real')).url);
  try {
    const headers = [...connection.headers, { name: 'x-program', last4: '' }];
    const through = { ...connection, url: proxy.url, headers };
    const programs = [...originals.map((one) => requestCode('python', one, through)), ...more];
    const outcomes = await runPython(python, { programs }, secrets);
    const sent = (program: number): Sent[] =>
      proxy.requests
        .filter((one) => one.headers['x-program'] === String(program))
        .map(({ method, path, headers: { 'x-api-key': key, 'x-team': team }, body }) => ({
          method,
          path,
          body: body() === '' ? null : (JSON.parse(body()) as unknown),
          key: key?.toString() ?? null,
          team: team?.toString() ?? null,
        }));
    return { sent, outcomes: outcomes.map((outcome, at) => ({ code: programs[at], ...outcome })) };
  } finally {
    await proxy.stop();
  }
}

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

  it('U-7: writes an input of 200,000 items, and one that is nested 50,000 levels deep', () => {
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
