import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import { python, startPythonServer } from './python-server.mjs';

const graphs = {
  writer: `${join(import.meta.dirname, 'graphs/graphs.py')}:writer`,
  deep: `${join(import.meta.dirname, 'graphs/deep_graphs.py')}:deep`,
};

it('the Python server starts and runs graphs without a key, and wants nothing from outside of the machine', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'python-server-'));
  const server = await startPythonServer({ cwd, graphs });
  try {
    const client = new GraphClient({ url: server.url, apiKey: null });
    expect(await client.runs.wait(null, 'writer', { input: { text: 'a' } })).toMatchObject({ log: ['plan'] });
    expect(server.output()).not.toContain('WANTED OUTSIDE');
  } finally {
    await server.stop();
    await rm(cwd, { recursive: true, force: true });
  }
});

it('a deep agent runs its sub-agent inside a tool, and asks before it sends a letter', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'python-server-'));
  const server = await startPythonServer({ cwd, graphs });
  try {
    const client = new GraphClient({ url: server.url, apiKey: null });
    const { thread_id: threadId } = await client.threads.create();
    const input = { messages: [{ type: 'human', content: 'What is the answer?' }] };
    const namespaces = new Set<string>();
    const run = client.runs.stream(threadId, 'deep', {
      input,
      streamMode: ['updates'],
      streamSubgraphs: true,
    });
    for await (const { namespace } of run)
      namespaces.add(namespace.map((part) => part.split(':')[0]).join('|'));
    expect(await run.end).toMatchObject({ outcome: 'interrupted' });
    expect([...namespaces]).toContain('tools');
    const { tasks = [] } = await client.threads.getState(threadId);
    const [interrupt] = tasks.flatMap((task) => task.interrupts ?? []);
    expect(interrupt?.value).toMatchObject({
      action_requests: [{ name: 'send_letter', args: { text: 'The answer is 42.' } }],
    });
    const command = { resume: { [interrupt?.id ?? '']: { decisions: [{ type: 'approve' }] } } };
    const values = await client.runs.wait(threadId, 'deep', { command });
    expect(JSON.stringify(values)).toContain('The letter is sent.');
    expect((await client.threads.getHistory(threadId, { limit: 50 })).length).toBeGreaterThan(5);
  } finally {
    await server.stop();
    await rm(cwd, { recursive: true, force: true });
  }
});

it('the project from the Python template answers, and the app that comes with it runs it as other clients do', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'python-server-'));
  const template = fileURLToPath(new URL('../../../resources/templates/chat-python', import.meta.url));
  const server = await startPythonServer({ cwd, graphs: { chat: `${join(template, 'agent.py')}:graph` } });
  try {
    const { stdout } = await promisify(execFile)(python, [join(template, 'app.py'), 'good', 'day'], {
      env: { PATH: process.env['PATH'] ?? '', LANGGRAPH_URL: server.url, PYTHONDONTWRITEBYTECODE: '1' },
    });
    const [, threadId = ''] = /^Thread ([0-9a-f-]{36})\s+reply: You said: good day\s+$/.exec(stdout) ?? [];
    const client = new GraphClient({ url: server.url, apiKey: null });
    expect(await client.threads.get(threadId)).toMatchObject({ status: 'idle', metadata: { app: 'my-app' } });
    expect(await client.runs.list(threadId)).toMatchObject([{ status: 'success' }]);
  } finally {
    await server.stop();
    await rm(cwd, { recursive: true, force: true });
  }
});
