import { execFile } from 'node:child_process';
import * as sdk from '@langchain/langgraph-sdk';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as ours from 'remote-graph-client/client';
import { requestCode } from '../../renderer/shared-ui/request-code/request-code.ts';
import {
  expectedOf,
  makeCopiedRun,
  meaningOf,
  secrets,
  studioRequests,
  type CopiedRun,
  type SentRequest,
} from './copied-requests.ts';

let copied: CopiedRun;
beforeAll(async () => {
  copied = await makeCopiedRun();
  vi.stubEnv('API_KEY', secrets.API_KEY);
  vi.stubEnv('HEADER_X_TEAM', secrets.HEADER_X_TEAM);
});
afterEach(() => vi.restoreAllMocks());

const realFetch = globalThis.fetch;

/** Runs a program as it was copied, and returns the requests that it sent and what it printed. */
async function run(
  code: string,
): Promise<{ readonly sent: readonly SentRequest[]; readonly printed: unknown[] }> {
  const sent: SentRequest[] = [];
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
  const module = { '@langchain/langgraph-sdk': sdk, 'remote-graph-client/client': ours, '': {} }[from];
  const routeNames = names.split(', ').filter((name) => name !== '');
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  const program = new AsyncFunction(...routeNames, 'console', code.replace(imports, ''));
  const parts = routeNames.map((name): unknown => Reflect.get(module ?? {}, name));
  await (program(...parts, { log: (...values: unknown[]) => void printed.push(...values) }) as Promise<void>);
  return { sent, printed };
}

describe.each(['typescript', 'client'] as const)(
  'a request copied for %s, run on the real server',
  (form) => {
    it('a copied request is sent as it is, with the key from the environment, whatever its texts hold', async () => {
      for (const original of studioRequests(copied)) {
        const code = requestCode(form, original, copied.connection);
        expect(code).not.toMatch(/[^\n\x20-\x7e]/);
        expect(code).not.toContain(secrets.API_KEY);
        const { sent, printed } = await run(code).catch((error: unknown) => {
          throw new Error(`${code}\n${String(error)}`, { cause: error });
        });
        const body: unknown = original.requestBody === null ? null : JSON.parse(original.requestBody);
        const expected = meaningOf({ ...original, body }) as { readonly route: string };
        const sentRequests = sent.filter(({ path }) => path.split('?')[0] === expected.route);
        expect({ code, own: sentRequests.map(meaningOf) }).toEqual({
          code,
          own: expect.arrayContaining([expectedOf(expected)]) as unknown,
        });
        expect(sentRequests[0]).toMatchObject({ key: secrets.API_KEY, team: 'blue' });
        // The plain request prints its status.
        const [status] = code.includes('fetch(') ? printed : [200];
        expect({ code, status }).toEqual({ code, status: 200 });
      }
    });
  },
);

describe('a request copied as curl', () => {
  it('is answered by the real server, whatever its texts hold', { timeout: 60_000 }, async () => {
    const env = { PATH: process.env['PATH'] ?? '', ...secrets };
    const all = studioRequests(copied).map((original) => requestCode('curl', original, copied.connection));
    const script = all.map((command) => `${command} -s -o /dev/null -w '%{http_code}\\n'\n`).join('');
    const printed = await new Promise<string>((done) => {
      const child = execFile('bash', ['-s'], { env }, (_failed, out, error) => done(out + error));
      child.stdin?.end(script);
    });
    const statuses = printed.trim().split('\n');
    expect(statuses).toHaveLength(all.length);
    expect(all.filter((_, index) => !/^2\d\d$/.test(statuses[index] ?? ''))).toEqual([]);
  });
});
