import { describe, expect, it } from 'vitest';
import { createScriptedClient, type ScriptedClient } from '../../../testing/remote-graph/scripted-client.ts';
import { cloneThread } from './clone-thread.ts';

const { signal } = new AbortController();

interface Row {
  readonly id: string;
  readonly parent: string | null;
  readonly source: string;
  readonly next: readonly string[];
  readonly values: string;
  readonly tasks?: readonly object[];
}

const rowText = ({ id, parent, source, next, values, tasks = [] }: Row): string =>
  JSON.stringify({
    next,
    tasks,
    metadata: { source, step: 0 },
    checkpoint: { checkpoint_id: id },
    parent_checkpoint: parent === null ? null : { checkpoint_id: parent },
  }).replace(/\}$/, `,"values":${values}}`);

const jsonResponse = (text: string): Response =>
  new Response(text, { headers: { 'content-type': 'application/json' } });

/** An input and the step after it, newest first, with a number that no double can hold. */
const history = (values = '{"n":9223372036854775807}', next: readonly string[] = []): string =>
  `[${[
    { id: 'c2', parent: 'c1', source: 'loop', next, values },
    {
      id: 'c1',
      parent: null,
      source: 'input',
      next: ['__start__'],
      values: '{}',
      tasks: [{ id: 't', name: '__start__', result: {}, interrupts: [] }],
    },
  ]
    .map(rowText)
    .join(',')}]`;

interface Answers {
  /** Of the clone, by attempt. */
  readonly clones: readonly string[];
  readonly create?: () => Response | null;
  readonly remove?: () => Response;
}

function servers({
  clones,
  create = () => null,
  remove = () => new Response(null, { status: 204 }),
}: Answers) {
  const source = createScriptedClient('js', ({ path }) =>
    path.includes('/history')
      ? jsonResponse(history())
      : jsonResponse('{"thread_id":"s","status":"idle","metadata":{"graph_id":"g","big":9007199254740993}}'),
  );
  let count = 0;
  const target: ScriptedClient = createScriptedClient('js', ({ method, path, bodyText }) => {
    if (path.includes('/assistants'))
      return path.includes('/graph') ? { nodes: [], edges: [] } : [{ assistant_id: 'a', graph_id: 'g' }];
    if (method === 'DELETE') return remove();
    // Asked before it is deleted.
    if (method === 'GET') return { thread_id: 't', status: 'idle' };
    if (path.includes('/history')) return jsonResponse(clones[count - 1] ?? '[]');
    count += 1;
    const metadata = /"metadata":(\{[^}]*\})/.exec(bodyText)?.[1] ?? '{}';
    const id = /"thread_id":"([^"]*)"/.exec(bodyText)?.[1] ?? '';
    return create() ?? jsonResponse(`{"thread_id":"${id}","status":"idle","metadata":${metadata}}`);
  });
  const start = () =>
    cloneThread(
      { source: source.client, sourceThreadId: 's', target: target.client, graphId: 'g', branches: 'all' },
      null,
      signal,
      () => undefined,
    );
  const sent = (method: string) => target.sent.filter((one) => one.method === method);
  const created = () => target.sent.filter((one) => one.method === 'POST' && one.path === '/threads');
  return { start, sent, created };
}

describe('the request', () => {
  it('has every number as the source wrote it', async () => {
    const { start, created } = servers({ clones: [history()] });
    expect(await start()).toMatchObject({ checkpoints: 2, same: 2, metadataDiffers: false });
    const bodyText = created()[0]?.bodyText;
    expect(bodyText).toContain('"big":9007199254740993');
    expect(bodyText).toContain('"values":{"n":9223372036854775807},"as_node":"__start__"');
  });

  it('is sent once: repeating it would write the history again', async () => {
    const { start, created, sent } = servers({
      clones: [],
      create: () => new Response('{"detail":"broken"}', { status: 500 }),
    });
    await expect(start()).rejects.toMatchObject({ status: 500 });
    expect(created()).toHaveLength(1);
    // The thread may have been made before its history failed.
    const paths = created().map(({ body }) => `/threads/${(body as { thread_id: string }).thread_id}`);
    expect(sent('DELETE').map(({ path }) => path)).toEqual(paths);
  });
});

describe('a clone that differs', () => {
  const rounded = history('{"n":9223372036854775808}');

  it('is made again past the reducer, then as at first, and reported', async () => {
    const { start, created, sent } = servers({ clones: [rounded, rounded, rounded, rounded] });
    const result = await start();
    expect(result).toMatchObject({ same: 1, differences: [{ position: 2, keys: ['n'] }] });
    expect(created()[1]?.bodyText).toContain('{"n":{"__overwrite__":9223372036854775807}}');
    expect(created().at(-1)?.bodyText).toContain('"values":{"n":9223372036854775807}');
    // One of them is left: the result's.
    expect(sent('DELETE')).toHaveLength(created().length - 1);
    expect(sent('DELETE').map(({ path }) => path)).not.toContain(`/threads/${result.threadId}`);
  });

  it('is the second one if that is the same', async () => {
    const { start, created } = servers({ clones: [rounded, history()] });
    expect(await start()).toMatchObject({ same: 2, differences: [], overwrittenKeys: ['n'] });
    expect(created()).toHaveLength(2);
  });

  it('is not left behind if it lacks its history', async () => {
    const { start, sent } = servers({ clones: ['[]'] });
    await expect(start()).rejects.toMatchObject({ code: 'unsupported' });
    expect(sent('DELETE')).toHaveLength(1);
  });

  it('is named if it can’t be deleted', async () => {
    const { start, created } = servers({
      clones: ['[]'],
      remove: () => new Response('no', { status: 403 }),
    });
    await expect(start()).rejects.toMatchObject({
      code: 'server-failed',
      message: expect.stringContaining('could not be deleted') as string,
    });
    await expect(start()).rejects.toMatchObject({
      details: { threadId: expect.any(String) as string },
    });
    expect(created()).toHaveLength(2);
  });

  it('may still be there if a gateway answers its deletion', async () => {
    const { start } = servers({ clones: ['[]'], remove: () => new Response('no', { status: 504 }) });
    await expect(start()).rejects.toThrow(/incomplete thread may still be there/);
  });
});
