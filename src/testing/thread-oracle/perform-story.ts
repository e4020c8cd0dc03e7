import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { Story, StoryAct, StoryPlan } from './story.ts';

const Run = z.looseObject({ run_id: z.string(), status: z.string() });
const Thread = z.looseObject({
  interrupts: z.record(z.string(), z.array(z.looseObject({ id: z.string() }))).nullish(),
});
const Checkpoint = z.looseObject({ checkpoint_id: z.string(), checkpoint_ns: z.string() });
const History = z.array(
  z.looseObject({
    checkpoint: Checkpoint,
    tasks: z.array(
      z.looseObject({ checkpoint: z.looseObject({ checkpoint_ns: z.string().nullish() }).nullish() }),
    ),
  }),
);

/** A busy server closes a connection just when it is used again. */
export const oneConnection = { connection: 'close' } as const;
export const jsonHeaders = { ...oneConnection, 'content-type': 'application/json' } as const;

/** A client of a thread of the graph `story`. Requests that the server refuses are no fault: not every act has a sense. */
export class StoryRunner {
  readonly #url: string;
  readonly #isResumable: boolean;
  readonly threadId: string;

  private constructor(url: string, threadId: string, isResumable: boolean) {
    this.#url = `${url}/threads/${threadId}`;
    this.#isResumable = isResumable;
    this.threadId = threadId;
  }

  /** `isResumable`: the server keeps the events of its runs for those who join late. */
  static async create(serverUrl: string, isResumable = false): Promise<StoryRunner> {
    const response = await fetch(`${serverUrl}/threads`, {
      method: 'POST',
      headers: jsonHeaders,
      body: '{}',
    });
    const { thread_id: threadId } = z.looseObject({ thread_id: z.string() }).parse(await response.json());
    return new StoryRunner(serverUrl, threadId, isResumable);
  }

  async runStory(story: Story): Promise<void> {
    for (const act of story.acts) {
      await this.perform(act);
      await this.settle();
    }
  }

  /** Deletes the thread. */
  async deleteThread(): Promise<void> {
    await fetch(this.#url, { method: 'DELETE', headers: oneConnection });
  }

  /** Waits until no run is active. */
  async settle(): Promise<void> {
    for (;;) {
      const runs = z
        .array(Run)
        .parse(await (await fetch(`${this.#url}/runs?limit=1000`, { headers: oneConnection })).json());
      if (runs.every(({ status }) => status !== 'pending' && status !== 'running')) return;
      await delay(30);
    }
  }

  async perform(act: StoryAct): Promise<void> {
    switch (act.kind) {
      case 'run':
        return this.#run(act.door, { input: this.#input(act.plan), ...limitsOf(act) });
      case 'continue':
        return this.#run(act.door, { input: null, ...limitsOf(act) });
      case 'goto':
        return this.#run('wait', { command: { goto: act.node } });
      case 'resumeOne':
      case 'resumeAll': {
        const ids = await this.#waitingIds();
        if (ids.length === 0) return;
        const chosen = act.kind === 'resumeAll' ? ids : [ids[act.index % ids.length]];
        const resume = Object.fromEntries(chosen.map((id) => [id, `answer ${Math.random()}`]));
        return this.#run('wait', { command: { resume } });
      }
      case 'fork': {
        const checkpoint = await this.#checkpoint(act.index);
        if (checkpoint === undefined) return;
        return this.#run('wait', { input: null, checkpoint, ...limitsOf(act) });
      }
      case 'edit': {
        const checkpoint = act.index === null ? undefined : await this.#checkpoint(act.index);
        await this.#post('/state', {
          values: { log0: 'edited' },
          as_node: act.asNode,
          ...(checkpoint === undefined ? {} : { checkpoint }),
        });
        return;
      }
      case 'editInner':
        return this.#editInner(act.index, act.asNode);
      case 'cancel': {
        const runId = await this.#create({ input: this.#input(act.plan) });
        if (runId === null) return;
        await delay(act.afterMs);
        await this.#post(`/runs/${runId}/cancel?wait=1${act.isRollback ? '&action=rollback' : ''}`, {});
        return;
      }
      case 'twoRuns': {
        const [first, second] = act.plans;
        await this.#create({ input: this.#input(first), multitask_strategy: 'enqueue' });
        await delay(act.afterMs);
        await this.#create({ input: this.#input(second), multitask_strategy: act.strategy });
        return;
      }
      case 'cutStream': {
        const abort = new AbortController();
        const cut = setTimeout(() => abort.abort(), act.afterMs);
        const body = {
          input: this.#input(act.plan),
          stream_mode: ['values', 'tasks'],
          on_disconnect: 'continue',
        };
        await this.#post('/runs/stream', this.#runBody(body), abort.signal).catch(() => null);
        clearTimeout(cut);
      }
    }
  }

  #input(plan: StoryPlan): object {
    // Failures are counted by the plan's id.
    return { plan: { ...plan, id: `${this.threadId} ${Math.random()}` } };
  }

  async #run(door: 'wait' | 'create' | 'stream' | 'commands', body: object): Promise<void> {
    if (door === 'create') {
      await this.#create(body);
    } else if (door === 'commands') {
      const { input } = z.looseObject({ input: z.unknown() }).parse(body);
      const params = { assistant_id: 'story', input };
      await this.#post('/commands', { id: 1, method: 'run.start', params });
    } else {
      const modes = door === 'stream' ? { stream_mode: ['tasks', 'values'], stream_subgraphs: true } : {};
      await this.#post(`/runs/${door}`, this.#runBody({ ...modes, ...body }));
    }
  }

  #runBody(body: object): object {
    const resumable = this.#isResumable
      ? { stream_resumable: true, stream_mode: ['tasks', 'checkpoints', 'updates'], stream_subgraphs: true }
      : {};
    return { assistant_id: 'story', ...resumable, ...body };
  }

  async #create(body: object): Promise<string | null> {
    const text = await this.#post('/runs', this.#runBody(body));
    const run = Run.safeParse(JSON.parse(text.startsWith('{') ? text : '{}'));
    return run.success ? run.data.run_id : null;
  }

  async #post(path: string, body: object, signal?: AbortSignal): Promise<string> {
    const response = await fetch(`${this.#url}${path}`, {
      method: 'POST',
      headers: jsonHeaders,
      body: JSON.stringify(body),
      ...(signal === undefined ? {} : { signal }),
    });
    return response.text();
  }

  async #waitingIds(): Promise<string[]> {
    const { interrupts } = Thread.parse(await (await fetch(this.#url, { headers: oneConnection })).json());
    return [...new Set(Object.values(interrupts ?? {}).flatMap((list) => list.map(({ id }) => id)))];
  }

  async #history(namespace: string): Promise<z.infer<typeof History>> {
    const text = await this.#post('/history', {
      limit: 1000,
      ...(namespace === '' ? {} : { checkpoint: { checkpoint_ns: namespace } }),
    });
    const history = History.safeParse(JSON.parse(text.startsWith('[') ? text : '[]'));
    return history.success ? history.data : [];
  }

  async #checkpoint(index: number): Promise<{ checkpoint_id: string; checkpoint_ns: string } | undefined> {
    const rows = await this.#history('');
    const checkpoint = rows[index % Math.max(rows.length, 1)]?.checkpoint;
    return checkpoint && { checkpoint_id: checkpoint.checkpoint_id, checkpoint_ns: '' };
  }

  /** Edits a subgraph's newest state, as far as it has one. */
  async #editInner(index: number, asNode: string): Promise<void> {
    const tasks = (await this.#history('')).flatMap((row) => row.tasks);
    const namespaces = tasks.flatMap(({ checkpoint }) => checkpoint?.checkpoint_ns ?? []);
    const namespace = namespaces[index % Math.max(namespaces.length, 1)];
    if (namespace === undefined) return;
    const [newest] = await this.#history(namespace);
    if (newest === undefined) return;
    const { checkpoint_id: id, checkpoint_ns: ns } = newest.checkpoint;
    await this.#post('/state', {
      values: { log1: 'edited' },
      as_node: asNode,
      checkpoint: { checkpoint_id: id, checkpoint_ns: ns },
    });
  }
}

function limitsOf({ limits }: Extract<StoryAct, { readonly limits: object }>): object {
  const { interruptBefore, interruptAfter, recursionLimit } = limits;
  return {
    ...(interruptBefore === undefined ? {} : { interrupt_before: interruptBefore }),
    ...(interruptAfter === undefined ? {} : { interrupt_after: interruptAfter }),
    ...(recursionLimit === undefined ? {} : { config: { recursion_limit: recursionLimit } }),
  };
}
