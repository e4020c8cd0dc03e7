import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { memberText } from 'exact-json';
import { rawTextOf } from 'remote-graph-client/client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { withServerClient, type ServerClients } from '../common/server-clients.ts';
import { clientsFor } from '../../testing/services/clients-for.ts';
import {
  experimentServer,
  openExperiments,
  type ExperimentFixture,
} from '../../testing/services/open-experiments.ts';
import { sharedServer } from '../../testing/shared-server.ts';
import { messagesIn } from './simulated-user.ts';
import { slowness } from '../../testing/slowness.ts';
import { pathLabel } from '../../shared/inputs/experiment-labels.ts';

/** Of another server than that of the rows. */
const otherServer = 'other';
let fixture: ExperimentFixture;
let clients: ServerClients;
let isAllowed = true;

beforeAll(async () => {
  const { url, token } = await sharedServer('demo');
  const demo = clientsFor(url, { headers: { authorization: `Bearer ${token}` } });
  const other = clientsFor((await sharedServer('real')).url);
  clients = { get: (connectionId) => (connectionId === otherServer ? other : demo).get(connectionId) };
  fixture = await openExperiments(url, (_level, message) => expect.unreachable(message), {
    serverClients: clients,
    servers: { Other: otherServer },
    isAllowed: () => isAllowed,
  });
});
afterAll(() => fixture.close());

let files = 0;
const question = 'My order 4711 should have been here on Monday.';

/** Starts an input of the demo server's `support`, whose customer is played by this assistant. */
async function start(user: object, more: object = {}, path = `u${(files += 1)}.json`): Promise<string> {
  const input = { messages: [{ role: 'user', content: question }], pace: 0 };
  await fixture.files.save(path, JSON.stringify({ version: 1, input, user, ...more }), null);
  return fixture.start([path], 'support');
}

async function rowOf(experimentId: string) {
  await expect
    .poll(async () => (await fixture.rowsOf(experimentId, 'open')).length, { timeout: 20_000 * slowness() })
    .toBe(0);
  const [row] = await fixture.rowsOf(experimentId);
  if (row === undefined) throw new Error('The experiment has no row.');
  return row;
}

/** The threads on a server that simulated users of this input got. */
async function userThreads(connectionId: string, path: string) {
  const client = await clients.get(connectionId);
  const names = [2, 3].map((turn) => `Table: ${pathLabel(path)}: user, turn ${turn}`);
  const found = await Promise.all(names.map((name) => client.threads.search({ metadata: { name } })));
  return found.flat();
}

/** The runs and the messages of a row's thread. */
async function conversationOf(threadId: string | null) {
  return withServerClient(clients, experimentServer, async (client) => {
    const runs = await client.runs.list(threadId ?? '');
    const valuesText = memberText(rawTextOf(await client.threads.getState(threadId ?? '')), 'values');
    return { runs: runs.length, messages: messagesIn(valuesText ?? '', 'messages') };
  });
}

it('answers until the row has had its turns, all on one thread, and the checks are about the end', async () => {
  const checks = [{ kind: 'expression', expression: 'len(messages) > 6' }];
  const row = await rowOf(await start({ assistant: 'support', turns: 3 }, { checks }));
  expect(row.result).toMatchObject({ ending: 'finished', outcome: 'passed' });
  const { runs, messages } = await conversationOf(row.threadId);
  expect(runs).toBe(3);
  expect(messages.filter(({ role }) => role === 'user')).toHaveLength(3);
  expect(messages[0]).toEqual({ role: 'user', content: question });
  expect(messages.at(-1)?.role).toBe('assistant');
});

it('the guide’s input runs as the guide says', async () => {
  const guide = await readFile(join(import.meta.dirname, '../../../docs/guides/scores.md'), 'utf8');
  const text = guide
    .split('```json\n')
    .map((part) => part.split('```')[0] ?? '')
    .find((part) => part.includes('"user":'));
  await fixture.files.save('guide.json', text ?? '', null);
  const row = await rowOf(await fixture.start(['guide.json'], 'support'));
  expect(row.result).toMatchObject({ ending: 'finished', outcome: 'passed' });
  expect((await conversationOf(row.threadId)).runs).toBe(3);
});

it('that fails, or is missing, leaves the row unknown and says so, and not that the graph failed', async () => {
  const failed = await rowOf(await start({ assistant: 'broken' }));
  expect(failed.result).toMatchObject({ ending: 'finished', outcome: 'unknown', error: null });
  expect(failed.result?.checks).toMatchObject([
    {
      label: 'simulated user',
      outcome: 'unknown',
      reason: expect.stringMatching(/^The simulated user failed: /),
    },
  ]);
  const missing = await rowOf(await start({ assistant: 'nobody' }));
  expect(missing.result?.checks).toMatchObject([{ reason: 'The server has no assistant nobody.' }]);
  expect((await conversationOf(missing.threadId)).runs).toBe(1);
});

it('that leaves no messages is no simulated user', async () => {
  const row = await rowOf(await start({ assistant: 'survey' }));
  expect(row.result).toMatchObject({ outcome: 'unknown' });
  expect(row.result?.checks).toMatchObject([{ reason: 'The simulated user left no "messages".' }]);
});

it('is asked no more once the experiment is stopped', async () => {
  const experimentId = await start({ assistant: 'support', turns: 50 });
  await expect
    .poll(
      async () => {
        const [row] = await fixture.rowsOf(experimentId);
        return row === undefined || row.threadId === null ? 0 : (await conversationOf(row.threadId)).runs;
      },
      { timeout: 20_000 * slowness(), interval: 20 },
    )
    .toBeGreaterThan(1);
  const { signal } = new AbortController();
  await fixture
    .experiments()
    .calls['experiments.stop']({ connectionId: experimentServer, experimentId }, signal);
  const row = await rowOf(experimentId);
  const { runs } = await conversationOf(row.threadId);
  expect(runs).toBeLessThan(50);
  expect(row.result).not.toBeNull();
});

it('a turn that the server starts while the experiment is stopped is cancelled, too', async () => {
  let creations = 0;
  let arrived = (): void => undefined;
  let release = (): void => undefined;
  const hasArrived = new Promise<void>((resolve) => (arrived = resolve));
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  const client = await clients.get(experimentServer);
  const create = client.runs.create.bind(client.runs);
  // The first turn, the run of the user, then the second turn, which is held back.
  vi.spyOn(client.runs, 'create').mockImplementation(async (...call) => {
    creations += 1;
    if (creations === 3) {
      arrived();
      await isReleased;
      // It runs until it is cancelled.
      const [threadId, assistant, payload] = call;
      return create(threadId, assistant, { ...payload, input: { pace: 60_000 } });
    }
    return create(...call);
  });
  try {
    const experimentId = await start({ assistant: 'support', turns: 3 });
    await hasArrived;
    await fixture
      .experiments()
      .calls['experiments.stop'](
        { connectionId: experimentServer, experimentId },
        new AbortController().signal,
      );
    release();
    const { threadId } = await rowOf(experimentId);
    const statuses = async (): Promise<unknown[]> =>
      (await client.runs.list(threadId ?? '')).map(({ status }) => status);
    await expect.poll(statuses, { timeout: 20_000 * slowness() }).toEqual(['interrupted', 'success']);
  } finally {
    vi.restoreAllMocks();
  }
});

it('is not asked where the state has no answer under its key', async () => {
  const row = await rowOf(await start({ assistant: 'support', messages: 'talk' }));
  expect(row.result?.checks).toMatchObject([
    { reason: 'The state has no answer in "talk" for a simulated user to answer.' },
  ]);
});

it('goes on after the studio was closed in the middle, with no turn twice', async () => {
  const experimentId = await start({ assistant: 'support', turns: 4 });
  await expect
    .poll(
      async () => {
        const [row] = await fixture.rowsOf(experimentId);
        return row?.threadId === null || row === undefined ? 0 : (await conversationOf(row.threadId)).runs;
      },
      { timeout: 20_000 * slowness(), interval: 20 },
    )
    .toBeGreaterThan(1);
  await fixture.reopen();
  // The list of experiments goes on with those that are open.
  await fixture.viewOf(experimentId);
  const row = await rowOf(experimentId);
  expect(row.result).toMatchObject({ ending: 'finished', outcome: 'passed' });
  const { runs, messages } = await conversationOf(row.threadId);
  expect(runs).toBe(4);
  expect(messages.filter(({ role }) => role === 'user')).toHaveLength(4);
});

describe('on another server', () => {
  it('has its threads there, and the row has its runs on its own server', async () => {
    // Only that server has a helpdesk.
    const path = `${randomUUID()}.json`;
    const row = await rowOf(await start({ server: 'Other', assistant: 'helpdesk', turns: 3 }, {}, path));
    expect(row.result).toMatchObject({ ending: 'finished', outcome: 'passed' });
    const { runs, messages } = await conversationOf(row.threadId);
    expect(runs).toBe(3);
    const goodbye = expect.stringMatching(/^Goodbye/) as string;
    expect(messages.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual([
      question,
      goodbye,
      goodbye,
    ]);
    expect(await userThreads(otherServer, path)).toHaveLength(2);
    expect(await userThreads(experimentServer, path)).toEqual([]);
  });

  it('is sent nothing before that was allowed, and nothing is sent elsewhere if the name is unknown', async () => {
    const path = `${randomUUID()}.json`;
    isAllowed = false;
    const refused = await rowOf(await start({ server: 'Other', assistant: 'helpdesk' }, {}, path));
    isAllowed = true;
    expect(refused.result).toMatchObject({
      outcome: 'unknown',
      checks: [{ reason: expect.stringContaining('was not allowed on this computer') as string }],
    });
    await fixture.files.remove(path);
    const nowhere = await rowOf(await start({ server: 'Nowhere', assistant: 'support' }, {}, path));
    expect(nowhere.result).toMatchObject({
      outcome: 'unknown',
      checks: [{ reason: 'No saved server is called Nowhere. Save it, or change "server" in "user".' }],
    });
    expect(await userThreads(otherServer, path)).toEqual([]);
    expect(await userThreads(experimentServer, path)).toEqual([]);
  });

  it('is cancelled there when the experiment is stopped', async () => {
    const other = await clients.get(otherServer);
    const create = other.runs.create.bind(other.runs);
    const started: { readonly threadId: string; readonly runId: string }[] = [];
    // It runs until it is cancelled.
    vi.spyOn(other.runs, 'create').mockImplementation(async (threadId, _assistant, payload, options) => {
      const run = await create(
        threadId,
        'slow',
        { ...payload, input: { text: '', waitMs: 600_000 } },
        options,
      );
      started.push({ threadId: threadId ?? '', runId: run.run_id });
      return run;
    });
    try {
      const experimentId = await start({ server: 'Other', assistant: 'helpdesk' });
      await expect.poll(() => started.length, { timeout: 20_000 * slowness() }).toBe(1);
      await fixture
        .experiments()
        .calls['experiments.stop'](
          { connectionId: experimentServer, experimentId },
          new AbortController().signal,
        );
      expect((await rowOf(experimentId)).result).toMatchObject({ ending: 'finished' });
      const [{ threadId, runId } = { threadId: '', runId: '' }] = started;
      await expect
        .poll(async () => (await other.runs.get(threadId, runId)).status, { timeout: 20_000 * slowness() })
        .toBe('interrupted');
    } finally {
      vi.restoreAllMocks();
    }
  });
});
