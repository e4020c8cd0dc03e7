import { beforeAll, describe, expect, it } from 'vitest';
import type { CodeRequest } from '../../renderer/shared-ui/request-code/match-call.ts';
import { requestCode } from '../../renderer/shared-ui/request-code/request-code.ts';
import { sdkCalls, type SdkCall } from '../../renderer/shared-ui/request-code/sdk-calls.ts';
import { startRecordingProxy } from '../fault-servers/recording-proxy.ts';
import { findPython, runPython } from './python.ts';
import { sharedServer } from '../shared-server.ts';
import {
  expectedOf,
  makeCopiedRun,
  meaningOf,
  post,
  secrets,
  studioRequests,
  type CopiedRun,
  type SentRequest,
} from './copied-requests.ts';

let copied: CopiedRun;
beforeAll(async () => {
  copied = await makeCopiedRun();
});

const python = findPython();
const sdkOfPython = python?.hasSdk === true ? 'its SDK' : 'a stand-in for its SDK';

describe(`a request copied for Python, run with ${sdkOfPython}`, () => {
  it.skipIf(python === null)(
    'sends what was copied, whatever its texts hold (skipped without python3 3.9)',
    async () => {
      const { sent, outcomes } = await runCopied(studioRequests(copied));
      const programs = studioRequests(copied).map((original, index) => {
        const body: unknown = original.requestBody === null ? null : JSON.parse(original.requestBody);
        const expected = meaningOf({ ...original, body }) as { readonly route: string };
        const sentRequests = sent(index).filter(({ path }) => path.split('?')[0] === expected.route);
        expect({ ...outcomes[index], own: sentRequests.map(meaningOf) }).toEqual({
          code: outcomes[index]?.code,
          printed: expect.any(String) as unknown,
          error: null,
          own: [expectedOf(expected)],
        });
        expect(sentRequests[0]).toMatchObject({ key: secrets.API_KEY, team: 'blue' });
        return outcomes[index]?.code;
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
    const pythonCalls = sdkCalls.filter(({ languages }) => languages?.includes('python') !== false);
    const programs = pythonCalls.map((call) => setup + bindingOf(call));
    const outcomes = await runPython(python, { programs });
    expect(pythonCalls.length).toBeGreaterThan(50);
    expect(outcomes.flatMap(({ error }, index) => (error === null ? [] : [programs[index], error]))).toEqual(
      [],
    );
  });

  it.skipIf(python === null)(
    'fails with a wrong argument, a missing one, and a number that its SDK can not send',
    async () => {
      const wrong = requestCode('python', post('/threads/count', { status: 'busy' }), copied.connection);
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

/** Copies requests for Python, runs them in one process, and shows what each sent. `more`: programs beside them. */
async function runCopied(originals: readonly CodeRequest[], more: readonly string[] = []) {
  if (python === null) throw new Error('No Python.');
  const proxy = await startRecordingProxy((await sharedServer('real')).url);
  try {
    const headers = [...copied.connection.headers, { name: 'x-program', last4: '' }];
    const through = { ...copied.connection, url: proxy.url, headers };
    const programs = [...originals.map((one) => requestCode('python', one, through)), ...more];
    const outcomes = await runPython(python, { programs }, secrets);
    const sent = (program: number): SentRequest[] =>
      proxy.requests
        .filter((one) => one.headers['x-program'] === String(program))
        .map(({ method, path, headers: { 'x-api-key': key, 'x-team': team }, body }) => ({
          method,
          path,
          body: body() === '' ? null : (JSON.parse(body()) as unknown),
          key: key?.toString() ?? null,
          team: team?.toString() ?? null,
        }));
    return { sent, outcomes: outcomes.map((outcome, index) => ({ code: programs[index], ...outcome })) };
  } finally {
    await proxy.stop();
  }
}
