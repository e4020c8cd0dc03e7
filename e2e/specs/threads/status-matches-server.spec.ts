import type { Page } from 'playwright/test';
import { durationText } from '../../../src/renderer/ui/display/format.ts';
import { startRealServer, type RealServer } from '../../../src/testing/real-server/real-server.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { story } from '../../pages/history.ts';
import { requestServer } from '../../pages/server-api.ts';
import { closeSheet, dock, openSheetTab } from '../../pages/runs.ts';
import { workOnServer } from '../../pages/servers.ts';
import { threadList, threadRow } from '../../pages/threads.ts';

// Threads in thirty situations, created over HTTP. The window's statements about each are compared with the
// server's responses.

let server: RealServer;
test.beforeAll(async () => {
  server = await startRealServer({ record: true });
  // All of them before the window lists the threads, because it polls only every three seconds.
  await Promise.all(Object.keys(situations).map(prepare));
});
test.afterAll(() => server.stop());

interface Run {
  readonly run_id: string;
  readonly status: string;
  readonly created_at: string;
  readonly updated_at: string;
}

interface State {
  readonly next: readonly string[];
  readonly tasks: readonly {
    readonly name: string;
    readonly error: unknown;
    readonly interrupts: readonly unknown[];
  }[];
  readonly metadata?: { readonly source?: string; readonly step?: number };
  readonly checkpoint: { readonly checkpoint_id: string } | null;
}

/** A thread and its operations over HTTP. */
function threadOn(url: string, id: string) {
  const at = `/threads/${id}`;
  const request = <T>(method: string, path: string, body?: unknown) =>
    requestServer<T>(url, method, path, body);
  return {
    id,
    start: (graph: string, body: object) =>
      request<Run>('POST', `${at}/runs`, { assistant_id: graph, ...body }),
    /** Runs to the end; a failing run is not an error here. */
    run: async (graph: string, body: object): Promise<Run> => {
      const run = await request<Run>('POST', `${at}/runs`, { assistant_id: graph, ...body });
      await request('GET', `${at}/runs/${run.run_id}/join`);
      return run;
    },
    cancel: (run: Run, action = 'interrupt') =>
      fetch(`${url}${at}/runs/${run.run_id}/cancel?wait=true&action=${action}`, { method: 'POST' }),
    remove: (run: Run) => fetch(`${url}${at}/runs/${run.run_id}`, { method: 'DELETE' }),
    edit: (body: object) => request('POST', `${at}/state`, body),
    copy: () => request<{ thread_id: string }>('POST', `${at}/copy`),
    record: () => request<{ status: string }>('GET', at),
    runs: () => request<Run[]>('GET', `${at}/runs?limit=1000`),
    state: () => request<State>('GET', `${at}/state`),
    history: () => request<State[]>('POST', `${at}/history`, { limit: 1000 }),
  };
}
type OneThread = ReturnType<typeof threadOn>;

const order = { input: { customer: { name: 'Ada', address: { city: 'Ulm' } }, items: [] } };
const slow = (waitMs: number) => ({ input: { waitMs } });
const say = (content: string) => ({ input: { conversation: [{ type: 'human', content }] } });
const startedRun = async (thread: OneThread, waitMs: number): Promise<Run> => {
  const run = await thread.start('slow', slow(waitMs));
  const isOwn = ({ run_id: id }: Run): boolean => id === run.run_id;
  await expect.poll(async () => (await thread.runs()).find(isOwn)?.status).toBe('running');
  return run;
};
const interruptId = async (thread: OneThread): Promise<string> => {
  const [waiting] = (await thread.state()).tasks.flatMap(({ interrupts }) => interrupts);
  return (waiting as { readonly id: string }).id;
};

/** Brings a new thread into a situation; returns another thread if that is the one to check. */
const situations: Readonly<Record<string, (thread: OneThread) => Promise<string | void>>> = {
  'never ran': async () => undefined,
  'ran once': async (t) => void (await t.run('order', order)),
  'ran twice': async (t) => void (await t.run('order', order), await t.run('order', order)),
  'ran five times': async (t) => {
    for (let turn = 0; turn < 5; turn += 1) await t.run('order', order);
  },
  'one turn of talk': async (t) => void (await t.run('talk', say('Hello'))),
  'four turns of talk': async (t) => {
    for (const word of ['one', 'two', 'three', 'four']) await t.run('talk', say(word));
  },
  failed: async (t) => void (await t.run('broken', { input: {} })),
  'failed twice': async (t) =>
    void (await t.run('broken', { input: {} }), await t.run('broken', { input: {} })),
  'ran, then failed': async (t) => void (await t.run('order', order), await t.run('broken', { input: {} })),
  'failed, then ran': async (t) => void (await t.run('broken', { input: {} }), await t.run('order', order)),
  'waits for a person': async (t) => void (await t.run('writer', { input: { text: 'a' } })),
  'was answered': async (t) =>
    void (await t.run('writer', { input: {} }), await t.run('writer', { command: { resume: 'yes' } })),
  'was answered with false': async (t) => {
    await t.run('writer', { input: {} });
    await t.run('writer', { command: { resume: { [await interruptId(t)]: false } } });
  },
  'waits again after new input': async (t) =>
    void (await t.run('writer', { input: {} }), await t.run('writer', { input: { text: 'b' } })),
  'at a breakpoint before a node': async (t) =>
    void (await t.run('writer', { input: {}, interrupt_before: ['write'] })),
  'at a breakpoint after a node': async (t) =>
    void (await t.run('writer', { input: {}, interrupt_after: ['plan'] })),
  'at a breakpoint before every node': async (t) =>
    void (await t.run('writer', { input: {}, interrupt_before: '*' })),
  'at a step over its last node': async (t) =>
    void (await t.run('slow', { ...slow(0), interrupt_after: '*' })),
  'at its recursion limit': async (t) =>
    void (await t.run('spin', { input: {}, config: { recursion_limit: 4 } })),
  'answered the first of two questions': async (t) => {
    await t.run('offer', { input: { topic: 'rug' } });
    await t.run('offer', { command: { resume: 'yes' } });
  },
  'one node failed, and aborted the others': async (t) => void (await t.run('quarrel', { input: {} })),
  'went on from a breakpoint': async (t) => {
    await t.run('order', { ...order, interrupt_before: ['take'] });
    await t.run('order', { input: null });
  },
  'went on from a breakpoint to a question': async (t) => {
    await t.run('writer', { input: {}, interrupt_before: ['write'] });
    await t.run('writer', { input: null });
  },
  'was stopped': async (t) => void (await t.cancel(await startedRun(t, 60_000))),
  'was stopped, then ran': async (t) => {
    await t.cancel(await startedRun(t, 60_000));
    await t.run('slow', slow(0));
  },
  'was rolled back': async (t) => {
    await t.run('order', order);
    await t.cancel(await startedRun(t, 60_000), 'rollback');
  },
  'its only run was deleted': async (t) => void (await t.remove(await t.run('order', order))),
  'was edited after its run': async (t) => {
    await t.run('order', order);
    await t.edit({ values: { note: 'by hand' } });
  },
  'was edited as the node that asks': async (t) => {
    await t.run('writer', { input: {} });
    await t.edit({ values: { log: 'by hand' }, as_node: 'ask' });
  },
  'forked at its input': async (t) => {
    await t.run('order', order);
    const oldest = (await t.history()).at(-1)?.checkpoint;
    await t.edit({ values: { note: 'fork' }, checkpoint: oldest });
  },
  'a copy of one that ran': async (t) => {
    await t.run('order', order);
    return (await t.copy()).thread_id;
  },
  'a copy of one that waits': async (t) => {
    await t.run('writer', { input: {} });
    return (await t.copy()).thread_id;
  },
  'is to run later': async (t) => void (await t.start('order', { ...order, after_seconds: 600 })),
  'runs now': async (t) => void (await startedRun(t, 600_000)),
};

/** How the run of a situation ended, with its reason. */
const endTexts: Readonly<Record<string, string>> = {
  'at a breakpoint before a node': 'paused before write',
  'at a breakpoint after a node': 'paused after plan',
  'at a step over its last node': 'finished',
  'at its recursion limit': 'failed at its recursion limit',
  'answered the first of two questions': 'interrupted in ask',
  'one node failed, and aborted the others': 'failed in fails',
  'was stopped': 'cancelled, what it wrote is kept',
};

/** What the resume pane says of a situation without a question. */
const stopTexts: Readonly<Record<string, string>> = {
  'at a breakpoint before a node': 'Paused before write.',
  'at a breakpoint after a node': 'Paused after plan.',
  'at its recursion limit': 'The last run failed at its recursion limit. Continuing runs spin.',
  'was stopped': 'The last run was cancelled. Continuing runs wait.',
};

/** The status of the thread, from the server's own responses only. */
function expectedStatus(status: string, runs: readonly Run[], state: State): string {
  const isInterrupted = state.tasks.some(({ interrupts }) => interrupts.length > 0);
  const stopped = isInterrupted ? 'interrupted' : state.next.length > 0 ? 'paused' : null;
  const source = state.metadata?.source;
  const newest = runs.toSorted((a, b) => b.created_at.localeCompare(a.created_at))[0];
  if (newest === undefined) {
    return status === 'busy'
      ? 'running'
      : source === 'input' && !isInterrupted
        ? 'idle'
        : (stopped ?? 'idle');
  }
  if (newest.status === 'pending') return 'queued';
  if (newest.status === 'running') return 'running';
  // Writes after the run ended are not the run's.
  if (source === 'update' || source === 'fork') return stopped ?? 'idle';
  if (newest.status === 'error') return 'failed';
  if (newest.status === 'interrupted') return 'cancelled';
  return stopped !== null && status === 'interrupted' ? stopped : 'finished';
}

const rowLabels: Readonly<Record<string, string>> = {
  idle: 'idle',
  busy: 'active',
  interrupted: 'interrupted or paused',
  error: 'failed',
};

async function choose(page: Page, name: string): Promise<void> {
  await threadList(page).getByRole('searchbox', { name: 'Search threads' }).fill(name);
  await threadRow(page, new RegExp(name)).first().click();
  await expect(page.getByRole('button', { name: `Thread: ${name}` })).toBeVisible();
}

/** The thread of each prepared situation, and its name. */
const prepared = new Map<string, { readonly name: string; readonly thread: OneThread }>();

async function prepare(situation: string, index: number): Promise<void> {
  // No name is a prefix of another one.
  const name = `S${String(index + 1).padStart(2, '0')} ${situation}`;
  const { thread_id: id } = await requestServer<{ thread_id: string }>(server.url, 'POST', '/threads', {
    metadata: { name },
  });
  const other = await situations[situation]?.(threadOn(server.url, id));
  if (typeof other !== 'string')
    return void prepared.set(situation, { name, thread: threadOn(server.url, id) });
  await requestServer(server.url, 'PATCH', `/threads/${other}`, { metadata: { name: `${name} B` } });
  prepared.set(situation, { name: `${name} B`, thread: threadOn(server.url, other) });
}

for (const [index, situation] of Object.keys(situations).entries()) {
  const tag = index % 3 === 0 ? [] : '@full';
  test(
    `the window says of a thread what its server says: ${situation}`,
    { tag },
    async ({ studio: { page } }) => {
      await workOnServer(page, { address: server.url, name: 'Real' });
      const situationThread = prepared.get(situation);
      if (!situationThread) throw new Error(`Nothing was prepared for "${situation}".`);
      const { name, thread } = situationThread;
      await choose(page, name);

      const [record, runs, state, checkpoints] = [
        await thread.record(),
        await thread.runs(),
        await thread.state(),
        await thread.history(),
      ];
      const status = expectedStatus(record.status, runs, state);
      const chip = page.getByTestId('thread-status');
      await expect(chip).toHaveText(status);
      // Its row says the same, unless there is nothing to say but what the list does.
      await expect(threadList(page).getByRole('option', { selected: true })).toContainText(
        status === 'idle' ? (rowLabels[record.status] ?? record.status) : status,
      );

      const endText = endTexts[situation];
      if (endText !== undefined) {
        await expect(dock(page).getByTestId('run-status')).toHaveAttribute(
          'title',
          new RegExp(`^${endText} · `),
        );
        await dock(page).getByRole('tab', { name: /^Runs/ }).click();
        await expect(dock(page).locator('dd').getByText(endText, { exact: true })).toBeVisible();
        await dock(page).getByRole('tab', { name: 'Timeline' }).click();
      }
      const stopText = stopTexts[situation];
      if (stopText !== undefined) {
        await openSheetTab(page, 'Continue');
        await expect(dock(page).getByText(stopText, { exact: true })).toBeVisible();
        await closeSheet(page);
      }

      // Counts of runs and checkpoints.
      const tab = dock(page).getByRole('tab', { name: /^Runs/ });
      if (runs.length > 0) await expect(tab).toHaveText(`Runs${runs.length}`);
      else await expect(dock(page).getByTestId('run-status')).toHaveCount(0);
      if (checkpoints.length > 0) {
        const count = `${checkpoints.length} checkpoint${checkpoints.length === 1 ? '' : 's'}`;
        await expect(story(page)).toContainText(count);
      } else await expect(page.getByTestId('checkpoint-row')).toHaveCount(0);

      // Next nodes and failures.
      if (state.checkpoint !== null) {
        const next = page.getByTestId('state-next');
        const isUnderWay = status === 'queued' || status === 'running';
        // A node that asks again is not next in the server's state, yet its question waits.
        const asking = state.tasks.filter(({ interrupts }) => interrupts.length > 0).map((task) => task.name);
        const nodes = new Set(state.next.length > 0 ? state.next : asking);
        if (nodes.size > 0) await expect(next).toHaveText([...nodes].join(', '));
        else await expect(next).toHaveText(isUnderWay ? /^unknown/ : /^none/);
      }
      // What an error beside it aborted is counted under that error.
      const aborted = state.tasks.filter(({ error }) => JSON.stringify(error).includes('aborted'));
      if (aborted.length > 0)
        await expect(story(page)).toContainText(`${aborted.length} aborted by this error`);
      for (const task of state.tasks.filter((one) => one.error !== null && !aborted.includes(one))) {
        await expect(story(page)).toContainText(`${task.name} failed`);
      }

      // The duration of the newest run, once it is over.
      const newest = runs.toSorted((a, b) => b.created_at.localeCompare(a.created_at))[0];
      if (newest && !['pending', 'running'].includes(newest.status)) {
        const ms = Date.parse(newest.updated_at) - Date.parse(newest.created_at);
        const title = page.getByTestId('run-status');
        await expect(title).toHaveAttribute(
          'title',
          new RegExp(`· at most ${durationText(ms)} on the server$`),
        );
      }
    },
  );
}
