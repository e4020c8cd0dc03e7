import { beforeAll, describe, expect, it } from 'vitest';
import { GraphClient } from '../../remote-graph/client.ts';
import { Comparison, type CompareSide } from '../../shared/model/comparison.ts';
import { emptyPriceTable } from '../../shared/model/price.ts';
import { clientsFor } from '../../testing/services/clients-for.ts';
import { sharedServer } from '../../testing/shared-server.ts';
import { createComparisons } from './create-comparisons.ts';

const connectionId = 'real';
const { signal } = new AbortController();
let client: GraphClient;
let calls: ReturnType<typeof createComparisons>['calls'];
beforeAll(async () => {
  const { url } = await sharedServer('real');
  client = new GraphClient({ url, apiKey: null });
  ({ calls } = createComparisons({ clients: clientsFor(url), prices: async () => emptyPriceTable }));
});

const read = async (left: CompareSide, right: CompareSide): Promise<Comparison> =>
  Comparison.parse(await calls['compare.read']({ left, right }, signal));
const partsOf = ({ parts }: Comparison) => Object.fromEntries(parts.map(({ part, equal }) => [part, equal]));

/** A run of `writer` on a thread of its own, answered. */
async function write(answer: string, text = 'A poem') {
  const { thread_id: threadId } = await client.threads.create();
  await client.runs.wait(threadId, 'writer', { input: { text } });
  await client.runs.wait(threadId, 'writer', { command: { resume: answer } });
  const [last, first] = await client.runs.list(threadId);
  return { connectionId, threadId, first: first?.run_id ?? '', last: last?.run_id ?? '' };
}

describe('compares what ran', () => {
  it('names the node that differs between two passes with different answers', async () => {
    const [left, right] = await Promise.all([write('approve'), write('respond')]);
    const pass = ({ threadId, last }: typeof left): CompareSide => ({
      kind: 'pass',
      connectionId,
      threadId,
      runId: last,
    });
    const compared = await read(pass(left), pass(right));
    expect(
      compared.executions?.rows.map(({ path, node, mark }) => [[...path, node].join(':'), mark]),
    ).toEqual([
      ['plan', 'same'],
      ['write', 'same'],
      ['write:draft', 'same'],
      ['write:polish', 'same'],
      ['ask', 'other-output'],
      ['publish', 'other-input'],
    ]);
    expect(partsOf(compared)).toMatchObject({ input: true, command: false, state: false, graph: true });
    expect(compared.parts.find(({ part }) => part === 'command')?.left.text).toBe('[{"resume":"approve"}]');
    expect(compared.left).toMatchObject({ graphId: 'writer', status: 'success', codeVersion: null });
    expect(compared.left.incomplete).toBeNull();
  });

  it('finds nothing but times between a thread and its copy', async () => {
    const { threadId } = await write('approve');
    const copy = await client.threads.copy(threadId);
    const compared = await read(
      { kind: 'thread', connectionId, threadId },
      { kind: 'thread', connectionId, threadId: copy.thread_id },
    );
    expect(partsOf(compared)).toMatchObject({ state: true });
    expect(compared.executions?.rows.map(({ mark }) => mark)).not.toContain('other-output');
  });

  it('compares the first run with the one that got the answer', async () => {
    const { threadId, first, last } = await write('approve');
    const compared = await read(
      { kind: 'run', connectionId, threadId, runId: first },
      { kind: 'run', connectionId, threadId, runId: last },
    );
    expect(compared.executions?.rows.map(({ node, mark }) => `${node} ${mark}`)).toEqual([
      'plan only-left',
      'write only-left',
      'draft only-left',
      'polish only-left',
      'ask other-output',
      'publish only-right',
    ]);
    expect(compared.executions?.rows[4]?.left?.status).toBe('waiting');
    expect(partsOf(compared)).toMatchObject({ input: false, interrupts: false });
  });
});
