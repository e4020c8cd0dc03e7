import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import { ended, startServerProcess, type ServerProcess } from '../../testing/real-server/server-process.ts';
import { messageInputKeys } from '../../renderer/runs/messages/message-input-keys.ts';
import { studioPackages } from '../../testing/services/fake-project.ts';
import { writeTemplate } from './write-template.ts';

const templates = fileURLToPath(new URL('../../../resources/templates', import.meta.url));

let folder: string;
let server: ServerProcess;
let client: GraphClient;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-template-server-'));
  // As `npm install` leaves them in each project.
  await symlink(studioPackages, join(folder, 'node_modules'), 'junction');
  const graphIn = async (template: string): Promise<string> =>
    `${join(await writeTemplate(join(templates, template), join(folder, template)), 'src/graph.js')}:graph`;
  const graphs = {
    chat: await graphIn('chat-javascript'),
    announcement: await graphIn('approval-javascript'),
  };
  server = await startServerProcess({ cwd: folder, graphs, env: {} });
  client = new GraphClient({ url: server.url, apiKey: null });
});
afterAll(async () => {
  await ended(server.child);
  await rm(folder, { recursive: true, force: true });
});

describe('a project from a JavaScript template', () => {
  it('declares its input as messages, so that the chat opens', async () => {
    const { input_schema: input, state_schema: state } = await client.assistants.getSchemas('chat');
    expect(messageInputKeys(JSON.stringify(input), JSON.stringify(state)).named).toEqual(['messages']);
  });

  it('answers a message', async () => {
    const values = await client.runs.wait(null, 'chat', {
      input: { messages: [{ role: 'user', content: 'hello' }] },
    });
    expect(values).toMatchObject({ messages: [{ content: 'hello' }, { content: 'You said: hello' }] });
  });

  it('declares the fields of its input, so that the form opens', async () => {
    const { input_schema: input, state_schema: state } = await client.assistants.getSchemas('announcement');
    expect(input).toMatchObject({
      type: 'object',
      properties: { topic: { type: 'string', description: 'What to announce' } },
    });
    expect(input).not.toHaveProperty('required', expect.arrayContaining(['draft']));
    expect(state).toMatchObject({
      properties: { draft: { type: 'string' }, published: { type: 'boolean' } },
    });
  });

  it.each([
    ['as it is', true, 'Published: We are happy to announce a release.'],
    ['with a better text', 'We did it.', 'Published: We did it.'],
  ])('publishes an announcement %s once a person agreed', async (_, resume, draft) => {
    const { thread_id: threadId } = await client.threads.create({ graphId: 'announcement' });
    const interrupted = await client.runs.wait(threadId, 'announcement', { input: { topic: 'a release' } });
    expect(interrupted).toMatchObject({
      __interrupt__: [{ value: { question: 'Publish this announcement?' } }],
    });
    expect(await client.runs.wait(threadId, 'announcement', { command: { resume } })).toMatchObject({
      draft,
      published: true,
    });
  });

  it('comes with an app that runs it, whose run is on the server as those of other clients', async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(folder, 'chat-javascript', 'app.js'), 'good', 'day'],
      { env: { ...process.env, LANGGRAPH_URL: server.url } },
    );
    const [, threadId = ''] =
      /^Thread ([0-9a-f-]{36})\nreply: You said: good day\n$/.exec(stdout.replaceAll('\r', '')) ?? [];
    expect(await client.threads.get(threadId)).toMatchObject({ status: 'idle', metadata: { app: 'my-app' } });
    expect(await client.runs.list(threadId)).toMatchObject([{ status: 'success' }]);
  });
});
