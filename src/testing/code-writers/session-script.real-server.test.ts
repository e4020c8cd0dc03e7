import { execFile, execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import * as sdk from '@langchain/langgraph-sdk';
import { beforeAll, describe, expect, it } from 'vitest';
import * as ours from 'remote-graph-client/client';
import {
  planSession,
  type SessionPlan,
  type SessionRequest,
} from '../../renderer/shared-ui/request-code/plan-session.ts';
import { sessionScript } from '../../renderer/shared-ui/request-code/session-script.ts';
import type { Connection } from '../../shared/model/connection.ts';
import { findPython, runPython } from './python.ts';
import { sharedServer } from '../shared-server.ts';
import { slowness } from '../slowness.ts';

let client: ours.GraphClient;
let connection: Connection;
/** What was done by hand, its plan, and the thread that it left. */
let plan: SessionPlan;
let threadId: string;
/** Threads of this test. */
const marker = randomUUID();

beforeAll(async () => {
  const { url } = await sharedServer('real');
  client = new ours.GraphClient({ url, apiKey: null });
  connection = {
    id: 'real',
    kind: 'remote',
    name: 'Real',
    url,
    key: { storage: 'none', last4: null },
    headers: [],
  };
  const requests: SessionRequest[] = [];
  const send = async (method: string, path: string, body: object): Promise<void> => {
    const requestBody = JSON.stringify(body);
    requests.push({ method, path, requestBody, isIncomplete: false });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(url + path, { method, headers, body: requestBody });
    expect([answer.ok, await answer.text()]).toEqual([true, expect.any(String)]);
  };
  threadId = randomUUID();
  const metadata = { graph_id: 'writer', marker, note: `It's "quoted" $HOME \`x\` \\ ${'é'}` };
  await send('POST', '/threads', { thread_id: threadId, metadata, if_exists: 'do_nothing' });
  const runs = `/threads/${threadId}/runs/stream`;
  const hook = 'http://127.0.0.1:1/hook/…abcd';
  const writer = {
    assistant_id: 'writer',
    stream_mode: ['values'],
    on_disconnect: 'continue',
    webhook: hook,
  };
  await send('POST', runs, { ...writer, input: { text: "it's here" } });
  const { tasks = [] } = await client.threads.getState(threadId);
  const [interrupt] = tasks.flatMap(({ interrupts }) => interrupts ?? []);
  await send('POST', runs, {
    ...writer,
    command: { resume: { [String(interrupt?.id)]: { approved: true } } },
  });
  const history = await client.threads.getHistory(threadId, { limit: 100 });
  const planned = history.find(({ next }) => next?.includes('write'))?.checkpoint?.checkpoint_id;
  await send('POST', `/threads/${threadId}/state`, {
    values: { log: 'edited by hand' },
    as_node: 'plan',
    checkpoint_id: planned,
  });
  await send('POST', runs, { ...writer, input: null });
  requests.push({
    method: 'POST',
    path: `/threads/${threadId}/runs/1/cancel`,
    requestBody: null,
    isIncomplete: false,
  });
  const all = await client.threads.getHistory(threadId, { limit: 100 });
  const ids = all.map(({ checkpoint }) => String(checkpoint?.checkpoint_id)).toReversed();
  plan = planSession(requests, new Map([[threadId, ids]]));
});

interface Outcome {
  readonly values: unknown;
  readonly next: unknown;
  readonly steps: unknown;
}

/** A thread without what is another one each time. */
async function outcomeOf(id: string): Promise<Outcome> {
  const history = await client.threads.getHistory(id, { limit: 100 });
  const [{ values, next } = { values: null, next: null }] = history;
  return { values, next, steps: history.map((one) => [one.metadata?.source, one.next, one.values]) };
}

/** The threads of the session and its repetitions. */
async function ownThreads(): Promise<string[]> {
  const threads = await client.threads.search({ metadata: { marker }, limit: 100 });
  return threads.map(({ thread_id: id }) => id);
}

/** Runs a script and returns what its new thread became. */
async function repeated(run: () => Promise<unknown>): Promise<Outcome> {
  const before = await ownThreads();
  await run();
  const added = (await ownThreads()).filter((id) => !before.includes(id));
  expect(added).toHaveLength(1);
  return outcomeOf(added[0] ?? '');
}

/** Without what it says that it leaves out. */
const instructionsOf = (code: string): string => code.replaceAll(/^.*Not repeated: .*$/gm, '');

function runJavaScript(code: string): Promise<void> {
  const imports = /^import \{ (?<names>[^}]*) \} from '(?<from>[^']*)';\n/;
  const { names = '', from = '' } = imports.exec(code)?.groups ?? {};
  const module = from === '@langchain/langgraph-sdk' ? sdk : ours;
  const caseNames = names.split(', ');
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  const program = new AsyncFunction(...caseNames, 'console', code.replace(imports, ''));
  const parts = caseNames.map((name): unknown => Reflect.get(module, name));
  return program(...parts, { log: () => undefined }) as Promise<void>;
}

const has = (command: string): boolean => {
  try {
    execFileSync(command, ['--version']);
    return true;
  } catch {
    return false;
  }
};

const python = findPython();
const sdkOfPython = python?.hasSdk === true ? 'its SDK' : 'a stand-in for its SDK';

describe('a session as a script', { timeout: 20_000 * slowness() }, () => {
  it.each(['typescript', 'client'] as const)(
    'for %s ends in the same state, on a new thread',
    async (form) => {
      const code = sessionScript(form, plan, connection);
      expect(instructionsOf(code)).not.toContain(threadId);
      expect(await repeated(() => runJavaScript(code))).toEqual(await outcomeOf(threadId));
    },
  );

  it.skipIf(!has('jq') || !has('curl'))(
    'for curl ends in the same state, on a new thread (skipped without jq)',
    async () => {
      const code = sessionScript('curl', plan, connection);
      expect(instructionsOf(code)).not.toContain(threadId);
      const run = () =>
        new Promise<void>((done, fail) => {
          const child = execFile('bash', ['-s'], (failed, _out, error) =>
            failed ? fail(new Error(`${code}\n${error}`, { cause: failed })) : done(),
          );
          child.stdin?.end(code);
        });
      expect(await repeated(run)).toEqual(await outcomeOf(threadId));
    },
  );

  it.skipIf(python === null)(
    `for Python ends in the same state, on a new thread, with ${sdkOfPython} (skipped without python3 3.9)`,
    async () => {
      if (python === null) throw new Error('No Python.');
      const code = sessionScript('python', plan, connection);
      expect(instructionsOf(code)).not.toContain(threadId);
      const run = async () => {
        const [outcome] = await runPython(python, { programs: [code] });
        expect({ code, error: outcome?.error }).toEqual({ code, error: null });
      };
      expect(await repeated(run)).toEqual(await outcomeOf(threadId));
    },
  );

  it('names what it can not repeat, and leaves out the webhook of the studio', () => {
    for (const form of ['curl', 'python', 'typescript', 'client'] as const) {
      const code = sessionScript(form, plan, connection);
      expect(code).toContain('Not repeated: POST /threads/');
      expect(code).not.toContain('/hook/');
    }
  });
});
