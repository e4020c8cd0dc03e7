import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { slowness } from '../../testing/slowness.ts';
import { toolAnswer } from '../testing/connect-mcp.ts';
import { createDemoCli, type DemoCli } from '../testing/demo-cli.ts';

const canaryKey = 'lsv2_canary_mcp_key_4711';

let demo: DemoCli;
/** The thread that the first test leaves. */
let recordedThread: string;
const clients: Client[] = [];
/** Everything that any client got. */
const received: string[] = [];

beforeAll(async () => {
  demo = await createDemoCli(canaryKey);
}, 60_000 * slowness());
afterEach(() => Promise.all(clients.splice(0).map((client) => client.close())));
afterAll(() => demo.cli.remove());

/** The SDK's own client on the packed program's standard input and output. */
async function connect(...options: readonly string[]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({ ...demo.cli.command(['mcp', ...options]), stderr: 'inherit' }),
  );
  clients.push(client);
  return client;
}

async function call(client: Client, name: string, args: Record<string, unknown> = {}) {
  const result = await client.callTool({ name, arguments: args });
  received.push(JSON.stringify(result));
  const { data: text, note, failed } = toolAnswer(result);
  return { text, note, failed };
}

const onDemo = { server: 'demo' };

describe(
  'the MCP server, from the package, with the client of its SDK',
  { timeout: 30_000 * slowness() },
  () => {
    it('runs, resumes, reads a node, edits and compares, and says what it cut', async () => {
      const client = await connect('--allow-writes');
      const servers = JSON.parse((await call(client, 'list_servers')).text);
      expect(servers.map(({ name }: { name: string }) => name)).toEqual(['demo', 'prod']);
      expect(JSON.parse((await call(client, 'list_threads')).text).error).toMatchObject({
        message: 'Which server?',
        hint: 'There are demo, prod.',
      });
      const assistants = JSON.parse((await call(client, 'list_assistants', onDemo)).text);
      expect(assistants.map(({ name }: { name: string }) => name)).toContain('writer');

      const input = JSON.stringify({ topic: 'tides', pace: 0 });
      const run = JSON.parse(
        (await call(client, 'run_graph', { ...onDemo, assistant: 'writer', input })).text,
      );
      expect(run).toMatchObject({ outcome: 'interrupted', values: { topic: 'tides' } });
      const ref = { ...onDemo, thread: run.thread_id };
      const answered = await call(client, 'resume_thread', {
        ...ref,
        assistant: 'writer',
        answer: '{"approved":true}',
      });
      expect(JSON.parse(answered.text)).toMatchObject({ outcome: 'finished', interrupts: [] });

      const plan = JSON.parse((await call(client, 'get_node', { ...ref, node: 'plan' })).text);
      expect(plan).toMatchObject({
        input: { topic: 'tides' },
        output: { outline: expect.any(Array) },
        error: null,
      });
      const missing = await call(client, 'get_node', { ...ref, node: 'nobody' });
      expect([missing.failed, missing.text]).toEqual([
        true,
        expect.stringMatching(/No node \\"nobody\\" ran on this thread\..*What ran: plan/),
      ]);

      const topic = `waves ${'~'.repeat(30_000)}👍`;
      const edit = { ...ref, values: JSON.stringify({ topic }), as_node: 'plan' };
      expect(
        JSON.parse((await call(client, 'get_history', { ...ref, limit: 1 })).text).checkpoints,
      ).toHaveLength(1);
      const edited = await call(client, 'edit_state', edit);
      expect([edited.failed, edited.text.length <= 16_000]).toEqual([false, true]);
      expect(JSON.parse(edited.text).values.topic).toMatchObject({
        $part: '/values/topic',
        length: topic.length,
      });
      const [, kept] = /^The answer is an outline.* answer "(a\d+)"/.exec(edited.note) ?? [];
      const pieces: string[] = [];
      for (let offset: number | null = 0; offset !== null;) {
        const part = await call(client, 'read_part', { answer: kept, pointer: '/values/topic', offset });
        const { text, next_offset: next } = JSON.parse(part.text);
        pieces.push(text);
        offset = next;
      }
      expect(pieces.join('')).toBe(topic);
      const gone = await call(client, 'read_part', { answer: 'a99' });
      expect([gone.failed, gone.text]).toEqual([true, expect.stringContaining('Call the tool that gave it')]);

      const [head, older] = JSON.parse(
        (await call(client, 'get_history', { ...ref, limit: 2 })).text,
      ).checkpoints;
      const from = { thread: run.thread_id, checkpoint: older.checkpoint_id };
      const to = { thread: run.thread_id, checkpoint: head.checkpoint_id };
      const differences = JSON.parse(
        (await call(client, 'compare_states', { ...onDemo, from, to: from })).text,
      );
      expect(differences).toEqual([]);
      expect((await call(client, 'compare_states', { ...onDemo, from, to })).text).toContain(
        '"path":"/topic"',
      );

      const both = await call(client, 'compare', { from: { ...onDemo, ...from }, to: { ...onDemo, ...to } });
      expect(both.text).toContain('"equal":false,"executions":null');
      expect(both.text).toContain('"path":"/topic"');
      expect(both.note).toMatch(/^The answer is an outline/);
      const changed = JSON.parse((await call(client, 'what_changed', ref)).text);
      expect(changed).toMatchObject({ run: { thread_id: run.thread_id }, searched: { problem: null } });
      const side = { ...ref, run: changed.run.run_id };
      const runs = await call(client, 'compare', { from: side, to: { ...side, whole_turn: true } });
      expect(runs.text).toContain('"node_id":"plan","mark":"only-right"');
      const oldName = await call(client, 'compare', { from: side, to: { ...side, whole_pass: true } });
      expect(oldName.text).toBe(runs.text);

      const listed = JSON.parse((await call(client, 'list_runs', ref)).text);
      expect(listed).toHaveLength(2);
      expect(listed[0]).toMatchObject({
        run_id: changed.run.run_id,
        origin: { kind: 'resume' },
        duration_bound: 'atMost',
      });
      const read = JSON.parse((await call(client, 'get_run', ref)).text);
      expect(read).toMatchObject({ run_id: changed.run.run_id, duration_bound: 'atMost' });
      recordedThread = run.thread_id;

      const nodes = await call(client, 'compare', {
        from: { ...ref, node: 'plan', visit: 1 },
        to: { ...ref, checkpoint: plan.checkpoint_id, task: plan.task_id },
      });
      expect([nodes.failed, nodes.text]).toEqual([false, expect.stringContaining('"equal":true')]);
      expect(nodes.text.match(/"kind":"execution"/g)).toHaveLength(2);
      const noVisit = await call(client, 'compare', { from: { ...ref, node: 'plan', visit: 9 }, to: ref });
      expect([noVisit.failed, noVisit.text]).toEqual([true, expect.stringContaining('it has no visit 9')]);

      const refused = await call(client, 'run_graph', { server: 'prod', assistant: 'writer', input });
      expect([refused.failed, refused.text]).toEqual([
        true,
        expect.stringContaining('prod is marked as production. Nothing was sent.'),
      ]);
    });

    it('the MCP server offers a recording as a read-only server', async () => {
      const file = join(demo.cli.dataFolder, 'tides.recording.zip');
      await demo.run(['record', recordedThread, '-o', file, '--server', 'demo']);
      const client = await connect('--server', file, '--allow-writes');
      const servers = JSON.parse((await call(client, 'list_servers')).text);
      expect(servers).toEqual([
        {
          name: 'tides',
          url: null,
          production: false,
          can_be_changed: false,
          recording_of: { thread_id: recordedThread, recorded_at: expect.any(String) },
        },
      ]);
      const runs = JSON.parse((await call(client, 'list_runs', { thread: recordedThread })).text);
      expect(runs).toHaveLength(2);
      const ref = { thread: recordedThread };
      const topic = JSON.parse((await call(client, 'get_state', { ...ref, key: 'topic' })).text);
      expect(topic).toMatchObject({ $part: '', type: 'string', starts: expect.stringMatching(/^waves ~/) });
      const edited = await call(client, 'edit_state', { ...ref, values: '{"topic":"x"}', as_node: 'plan' });
      expect([edited.failed, edited.text]).toEqual([true, expect.stringMatching(/is read-only/)]);
    });

    it('offers only reads unless writes were allowed, and only the server that was named', async () => {
      const client = await connect('--server', 'demo');
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name).toSorted()).toEqual([
        'compare',
        'compare_states',
        'find_part',
        'get_graph',
        'get_history',
        'get_node',
        'get_run',
        'get_schemas',
        'get_state',
        'list_assistants',
        'list_runs',
        'list_servers',
        'list_threads',
        'read_part',
        'wait_for_run',
        'what_changed',
      ]);
      expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
      expect((await call(client, 'run_graph', { input: '{}' })).failed).toBe(true);
      const { error } = JSON.parse((await call(client, 'list_threads', { server: 'prod' })).text);
      expect(error).toMatchObject({ message: 'There is no server "prod".', hint: 'There are demo.' });
      expect((await call(client, 'list_threads', { server: 'http://127.0.0.1:9' })).failed).toBe(true);

      const { resources } = await client.listResources();
      const writer = resources.find(({ name }) => name === 'writer on demo');
      expect(writer?.uri).toMatch(/^remote-graph:\/\/demo\/[\w-]+\/graph$/);
      const { contents } = await client.readResource({ uri: writer?.uri ?? '' });
      received.push(JSON.stringify([resources, contents]));
      expect(contents).toMatchObject([
        {
          mimeType: 'text/vnd.mermaid',
          text: expect.stringMatching(/^%% .*\nflowchart TD\n[\s\S]*subgraph/),
        },
      ]);
      expect((await call(client, 'get_graph', { assistant: 'writer' })).text).toMatch(/^flowchart TD/);
    });

    it('never gave a key away, not even one that the server repeats', async () => {
      const client = await connect('--allow-writes', '--server', 'demo');
      const input = JSON.stringify({ topic: `the key is ${canaryKey}`, pace: 0 });
      const run = await call(client, 'run_graph', { assistant: 'writer', input });
      expect(run.text).toContain('the key is ');
      expect(received.join('\n')).not.toContain(canaryKey);
      expect(received.join('\n')).not.toContain(demo.token);
    });
  },
);
