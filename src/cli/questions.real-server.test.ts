import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import { sharedServer, type SharedServer } from '../testing/shared-server.ts';
import { slowness } from '../testing/slowness.ts';
import { connectMcp, type McpTestClient } from './testing/connect-mcp.ts';
import { runMain } from './testing/run-main.ts';
import { isolateDataFolder } from '../testing/isolate-data-folder.ts';

isolateDataFolder();

let server: SharedServer;
let client: GraphClient;
beforeAll(async () => {
  server = await sharedServer('real');
  client = new GraphClient({ url: server.url, apiKey: null });
});

const open: McpTestClient[] = [];
afterEach(() => Promise.all(open.splice(0).map((one) => one.close())));
async function assistant(): Promise<McpTestClient> {
  const connected = await connectMcp(server.url);
  open.push(connected);
  return connected;
}

async function cli(...args: readonly string[]) {
  const { code, out, err } = await runMain([...args, '--server', server.url, '--no-key', '--json']);
  return {
    code,
    document: out === '' ? null : JSON.parse(out),
    error: err === '' ? null : JSON.parse(err).error,
  };
}

/** A thread that waits after a first run of a graph. */
async function waitingThread(graph: string): Promise<string> {
  const { document } = await cli('run', graph, '--input', '{"topic":"x"}');
  return document.threadId;
}

interface Question {
  readonly id: string;
  readonly question: string;
  readonly value: unknown;
}

async function questionsOf(threadId: string): Promise<readonly Question[]> {
  return (await cli('state', 'get', threadId)).document.interrupts;
}

async function logOf(threadId: string): Promise<readonly string[]> {
  return ((await client.threads.getState(threadId)).values as { log: string[] }).log;
}

const runsOf = async (threadId: string): Promise<number> => (await client.runs.list(threadId)).length;

/** Both ways to answer, each with its words. */
const ways = {
  async cli(graph: string, threadId: string, answer: string, named?: string) {
    const interrupt = named === undefined ? [] : ['--interrupt', named];
    const { document, error } = await cli(
      'run',
      graph,
      '--thread',
      threadId,
      '--resume',
      answer,
      ...interrupt,
    );
    return { result: document, error };
  },
  async mcp(graph: string, threadId: string, answer: string, named?: string) {
    const { call } = await assistant();
    const { data, failed } = await call('resume_thread', {
      assistant: graph,
      thread: threadId,
      answer,
      ...(named === undefined ? {} : { interrupt_id: named }),
    });
    const read = JSON.parse(data);
    return { result: failed ? null : read, error: failed ? read.error : null };
  },
};

describe.each(['cli', 'mcp'] as const)('an answer by %s', { timeout: 60_000 * slowness() }, (way) => {
  const answer = ways[way];

  it('is refused while several questions wait and none is named, and lists them', async () => {
    const threadId = await waitingThread('panel');
    const runs = await runsOf(threadId);
    const { result, error } = await answer('panel', threadId, '"yes"');
    expect(result).toBeNull();
    expect(error).toMatchObject({
      code: 'invalid-input',
      message: 'The thread is waiting for 3 answers. Nothing was sent.',
      hint: expect.stringContaining(way === 'cli' ? '--interrupt' : 'interrupt_id'),
    });
    expect(error.questions.map(({ value }: Question) => (value as { draft: string }).draft)).toEqual([
      'first',
      'second',
      'third',
    ]);
    expect(await runsOf(threadId)).toBe(runs);
  });

  it('goes to the named question alone', async () => {
    const threadId = await waitingThread('panel');
    const [first, second, third] = await questionsOf(threadId);
    const { result } = await answer('panel', threadId, '"yes"', second?.question);
    expect(result.interrupts.map(({ id }: Question) => id)).toEqual([first?.id, third?.id]);
    // By the ID alone, too, if that is clear.
    const { result: rest } = await answer('panel', threadId, '"yes"', first?.id);
    expect(rest.interrupts.map(({ id }: Question) => id)).toContain(third?.id);
    expect((await answer('panel', threadId, '"no"', third?.question)).error).toBeNull();
    expect(await logOf(threadId)).toEqual(
      expect.arrayContaining(['first: "yes"', 'second: "yes"', 'third: "no"', 'close']),
    );
  });

  it('is refused if nothing waits, or if the question was never asked', async () => {
    const threadId = await waitingThread('writer');
    const [question] = await questionsOf(threadId);
    const wrong = await answer('writer', threadId, '"yes"', '0123456789abcdef0123456789abcdef');
    expect(wrong.error).toMatchObject({ code: 'conflict', message: expect.stringContaining('is not open') });
    expect(wrong.error.questions).toMatchObject([{ id: question?.id }]);
    expect(await runsOf(threadId)).toBe(1);

    expect((await answer('writer', threadId, '"yes"', question?.question)).error).toBeNull();
    const again = await answer('writer', threadId, '"yes"');
    expect(again.error).toMatchObject({
      code: 'conflict',
      message: 'The thread is not waiting for an answer. Nothing was sent.',
    });
    expect((await answer('writer', threadId, '"yes"', question?.question)).error).toMatchObject({
      code: 'conflict',
    });
    expect(await runsOf(threadId)).toBe(2);
  });

  it('for the first question of a node is refused when the second one is asked under the same ID', async () => {
    const threadId = await waitingThread('offer');
    const [first] = await questionsOf(threadId);
    expect((await answer('offer', threadId, '"Tides"', first?.question)).error).toBeNull();
    const [second] = await questionsOf(threadId);
    expect(second?.id).toBe(first?.id);
    expect(second?.question).not.toBe(first?.question);

    const late = await answer('offer', threadId, '"Tides"', first?.question);
    expect(late.error).toMatchObject({ code: 'conflict' });
    expect(late.error.questions).toMatchObject([{ question: second?.question }]);
    expect(await runsOf(threadId)).toBe(2);
    expect((await answer('offer', threadId, '9', second?.question)).error).toBeNull();
    expect(await logOf(threadId)).toEqual(['x: "Tides" 9', 'publish']);
  });

  it('of two clients reaches the question that its client looked at, also if the same is asked again', async () => {
    const threadId = await waitingThread('insist');
    const [looked] = await questionsOf(threadId);
    // Another client answers first, and is asked the same again.
    await answer('insist', threadId, '"no number"', looked?.question);
    const [repeated] = await questionsOf(threadId);
    expect(repeated).toMatchObject({ id: looked?.id, value: looked?.value });
    const late = await answer('insist', threadId, '42', looked?.question);
    expect(late.error).toMatchObject({ code: 'conflict' });
    expect((await answer('insist', threadId, '42', repeated?.question)).error).toBeNull();
    expect(await logOf(threadId)).toEqual(['age 42']);
  });

  it('is refused after an edit that took the question away', async () => {
    const threadId = await waitingThread('writer');
    const [question] = await questionsOf(threadId);
    await cli('state', 'set', threadId, 'text="y"', '--as-node', 'plan');
    const now = await questionsOf(threadId);
    const { error } = await answer('writer', threadId, '"yes"', question?.question);
    expect(now.map((one) => one.question)).not.toContain(question?.question);
    expect(error).toMatchObject({ code: 'conflict' });
  });

  it('is refused while a run is active, which may be answering', async () => {
    const threadId = await waitingThread('slow');
    const started = await client.runs.create(threadId, 'slow', { input: { waitMs: 600_000 } });
    const { error } = await answer('slow', threadId, '"yes"');
    expect(error).toMatchObject({ code: 'thread-busy' });
    await client.runs.cancel(threadId, started.run_id, { action: 'interrupt', wait: true });
  });
});

it(
  'the MCP server refuses an answer to what its client has not seen, and shows it',
  { timeout: 60_000 * slowness() },
  async () => {
    const { call } = await assistant();
    const threadId = await waitingThread('offer');
    const thread = { thread: threadId };
    const [first] = JSON.parse((await call('get_state', thread)).data).interrupts;
    await ways.cli('offer', threadId, '"Tides"', first.question);
    // Neither without a name nor by the ID, which both questions have.
    const answers = { assistant: 'offer', ...thread, answer: '"Tides"' };
    const refused = await call('resume_thread', answers);
    expect([refused.failed, refused.data]).toEqual([
      true,
      expect.stringContaining('is asking something else now'),
    ]);
    expect(JSON.parse(refused.data).error.questions).toMatchObject([{ id: first.id }]);
    // What the refusal listed has been seen.
    const result = await call('resume_thread', { ...answers, answer: '9', interrupt_id: first.id });
    expect([result.failed, await logOf(threadId)]).toEqual([false, ['x: "Tides" 9', 'publish']]);
  },
);
