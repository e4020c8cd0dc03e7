import { z } from 'zod';
import { jsonHeaders, oneConnection } from './perform-story.ts';

const CheckpointReference = z.looseObject({
  checkpoint_id: z.string().nullish(),
  checkpoint_ns: z.string().nullish(),
});

const RawInterrupt = z.looseObject({ id: z.string().optional(), value: z.unknown() });

const RawTask = z.looseObject({
  id: z.string(),
  name: z.string(),
  path: z.array(z.unknown()).optional(),
  /** The JavaScript server says JSON, Python a `repr`. */
  error: z.unknown(),
  interrupts: z.array(RawInterrupt),
  checkpoint: CheckpointReference.nullish(),
  result: z.unknown(),
});
export type RawTask = z.infer<typeof RawTask>;

/** A row of `POST /threads/{id}/history`. */
const RawCheckpoint = z.looseObject({
  next: z.array(z.string()),
  tasks: z.array(RawTask),
  metadata: z.looseObject({
    source: z.string(),
    step: z.number(),
    run_id: z.string().optional(),
    parents: z.record(z.string(), z.string()).optional(),
  }),
  created_at: z.string(),
  checkpoint: z.looseObject({ checkpoint_id: z.string(), checkpoint_ns: z.string() }),
  parent_checkpoint: CheckpointReference.nullish(),
});
export type RawCheckpoint = z.infer<typeof RawCheckpoint>;

const RawRun = z.looseObject({
  run_id: z.string(),
  status: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  kwargs: z.looseObject({
    config: z
      .looseObject({
        recursion_limit: z.number().optional(),
        configurable: z.looseObject({ checkpoint_id: z.string().nullish() }).nullish(),
      })
      .nullish(),
    interrupt_before: z.union([z.string(), z.array(z.string())]).nullish(),
    interrupt_after: z.union([z.string(), z.array(z.string())]).nullish(),
  }),
});
export type RawRun = z.infer<typeof RawRun>;

const RawThread = z.looseObject({
  status: z.string(),
  interrupts: z.record(z.string(), z.array(RawInterrupt)).nullish(),
});

const RawState = z.looseObject({ checkpoint: CheckpointReference.nullish() });

/** What a server says of a thread, as it says it. */
export interface RawAnswers {
  readonly threadId: string;
  readonly thread: z.infer<typeof RawThread>;
  readonly state: z.infer<typeof RawState>;
  /** Oldest first. */
  readonly runs: readonly RawRun[];
  /** Checkpoints by namespace, oldest first; the root graph's is empty. */
  readonly checkpoints: ReadonlyMap<string, readonly RawCheckpoint[]>;
}

const pageSize = 50;

async function ask(url: string, body?: object): Promise<unknown> {
  const response = await fetch(
    url,
    body === undefined
      ? { headers: oneConnection }
      : { method: 'POST', headers: jsonHeaders, body: JSON.stringify(body) },
  );
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} ${JSON.stringify(body)}: ${response.status} ${text}`);
  return JSON.parse(text);
}

/** All checkpoints of a namespace, oldest first. */
async function readHistory(threadUrl: string, namespace: string): Promise<RawCheckpoint[]> {
  const rows: RawCheckpoint[] = [];
  for (;;) {
    const last = rows.at(-1)?.checkpoint.checkpoint_id;
    const body = {
      limit: pageSize,
      ...(last === undefined ? {} : { before: last }),
      ...(namespace === '' ? {} : { checkpoint: { checkpoint_ns: namespace } }),
    };
    const page = z.array(RawCheckpoint).parse(await ask(`${threadUrl}/history`, body));
    rows.push(...page);
    if (page.length < pageSize) return rows.toReversed();
  }
}

/**
 * Reads a thread with nothing but `fetch`. Subgraphs are found by the tasks that name them. One with a checkpointer of its own
 * has a namespace without the task's id.
 */
export async function readAnswers(serverUrl: string, threadId: string): Promise<RawAnswers> {
  const threadUrl = `${serverUrl}/threads/${threadId}`;
  const checkpoints = new Map<string, readonly RawCheckpoint[]>();
  const namespaces = [''];
  for (let namespace = namespaces.shift(); namespace !== undefined; namespace = namespaces.shift()) {
    if (checkpoints.has(namespace)) continue;
    const rows = await readHistory(threadUrl, namespace);
    const answered = rows[0]?.checkpoint.checkpoint_ns ?? namespace;
    // The Python server answers with the namespace without the id.
    if (!checkpoints.has(answered)) checkpoints.set(answered, rows);
    if (answered !== namespace) checkpoints.set(namespace, []);
    if (rows.length === 0 && namespace.includes(':')) namespaces.push(namespace.replace(/:[^:|]*$/, ''));
    for (const { name, id, error, checkpoint } of rows.flatMap(({ tasks }) => tasks)) {
      if (checkpoint?.checkpoint_ns != null) namespaces.push(checkpoint.checkpoint_ns);
      // The JavaScript server does not name the subgraph of a task that failed.
      else if (typeof error === 'string' && error.startsWith('{'))
        namespaces.push(`${namespace === '' ? '' : `${namespace}|`}${name}:${id}`);
    }
  }
  const runs = z.array(RawRun).parse(await ask(`${threadUrl}/runs?limit=1000`));
  return {
    threadId,
    thread: RawThread.parse(await ask(threadUrl)),
    state: RawState.parse(await ask(`${threadUrl}/state`)),
    runs: runs.toSorted((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at)),
    checkpoints,
  };
}
