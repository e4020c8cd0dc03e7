import { mkdtemp, realpath, rm, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GraphClient, JsonText } from 'remote-graph-client/client';
import { parseInput } from '../../shared/inputs/parse-input.ts';
import type { InputSource } from '../../shared/model/input-file.ts';
import { clientsFor } from '../../testing/services/clients-for.ts';
import { createMemoryVault } from '../../testing/services/memory-vault.ts';
import { sharedServer } from '../../testing/shared-server.ts';
import { createScrubber } from '../logging/scrubber.ts';
import { projectsDocument } from '../projects/project-store.ts';
import { createDocumentStore, type DocumentStore } from '../storage/document-store.ts';
import { createCheckKeys } from '../experiments/scores/check-keys.ts';
import { createInputs, type Inputs } from './create-inputs.ts';
import { refusedInputs } from './refused-inputs.ts';

const connectionId = 'real';
const { signal } = new AbortController();
let above: string;
let documents: DocumentStore;
let inputs: Inputs;
let client: GraphClient;

beforeEach(async () => {
  const { url } = await sharedServer('real');
  above = await realpath(await mkdtemp(join(tmpdir(), 'inputs-')));
  documents = createDocumentStore({ folder: join(above, 'data') });
  const keys = createCheckKeys({ documents, vault: createMemoryVault(), scrubber: createScrubber() });
  inputs = createInputs({ documents, clients: clientsFor(url), keys });
  client = new GraphClient({ url, apiKey: null });
});
afterEach(() => rm(above, { recursive: true, force: true }));

const draft = async (source: InputSource) => {
  const { text, ...facts } = await inputs.calls['inputs.draft']({ connectionId, source }, signal);
  const { input, problem } = parseInput(text);
  return { ...facts, input: input ?? expect.fail(problem.message) };
};

describe('inputs made of what a server has', () => {
  it('keep the input of a run, the state that a node read, and the values of a checkpoint', async () => {
    const { thread_id: threadId } = await client.threads.create({ graphId: 'writer' });
    const payload = {
      input: new JsonText('{"text":"High and low tides","waitMs":0}'),
      context: { tone: 'dry' },
    };
    const { run_id: runId } = await client.runs.create(threadId, 'writer', payload);
    await expect.poll(async () => (await client.runs.get(threadId, runId)).status).toBe('success');

    expect(await draft({ kind: 'run', threadId, runId })).toMatchObject({
      graph: 'writer',
      name: 'high-and-low-tides',
      input: {
        start: { kind: 'input', inputText: expect.stringContaining('High and low tides') as string },
        contextText: expect.stringContaining('"dry"') as string,
      },
    });

    const { observedText, recordedText } = await inputs.calls['inputs.draft'](
      { connectionId, source: { kind: 'run', threadId, runId } },
      signal,
    );
    expect(parseInput(observedText ?? '').input?.checks).toEqual([
      { kind: 'status', is: 'waiting' },
      { kind: 'path', nodes: ['plan', 'write', 'ask'], exactly: true },
    ]);
    expect(parseInput(recordedText ?? '').input?.checks).toMatchObject([
      { kind: 'recorded', of: null, valueText: expect.stringContaining('"a draft, polished"') as string },
    ]);

    const history = await client.threads.getHistory(threadId, { limit: 20 });
    const before = (node: string) =>
      history.find(({ next }) => next?.includes(node))?.checkpoint?.checkpoint_id ?? '';
    const node = await draft({
      kind: 'node',
      threadId,
      node: 'write',
      checkpointId: before('write'),
      inputText: null,
    });
    expect(node).toMatchObject({ name: 'write', input: { stopAfter: ['write'], graph: 'writer' } });
    const { start } = node.input;
    expect(start.kind === 'command' && JSON.parse(start.commandText)).toMatchObject({
      goto: ['write'],
      update: { log: ['plan'] },
    });

    const checkpoint = await draft({ kind: 'checkpoint', threadId, checkpointId: before('ask') });
    expect(checkpoint.input.start).toMatchObject({ kind: 'command' });
    expect(checkpoint.notes[0]).toContain('continues with ask');

    const continued = await client.runs.create(threadId, 'writer', { command: { resume: 'yes' } });
    await expect(draft({ kind: 'run', threadId, runId: continued.run_id })).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringContaining('no input of its own') as string,
    });
  });
});

describe('the folder of inputs', () => {
  it('is beside langgraph.json for a project, and else chosen once', async () => {
    expect(await inputs.calls['inputs.list']({ connectionId }, signal)).toMatchObject({ folder: null });
    await expect(inputs.calls['inputs.read']({ connectionId, path: 'a.json' }, signal)).rejects.toMatchObject(
      {
        code: 'not-found',
      },
    );
    await expect(
      inputs.calls['inputs.chooseFolder']({ connectionId, folder: join(above, 'none') }, signal),
    ).rejects.toMatchObject({ code: 'invalid-input' });
    const chosen = await inputs.calls['inputs.chooseFolder']({ connectionId, folder: above }, signal);
    expect(chosen).toEqual({ folder: join(above, 'inputs'), origin: 'chosen' });
    await inputs.calls['inputs.save'](
      { connectionId, path: 'a.json', text: '{"version":1,"input":{}}', expected: null },
      signal,
    );
    await writeFile(join(above, 'inputs', 'broken.json'), '{"version":1,\n"inputs":{}}');
    expect(
      await inputs.calls['inputs.summaries'](
        { connectionId, paths: ['a.json', 'broken.json', 'gone.json'] },
        signal,
      ),
    ).toMatchObject([
      { problem: null },
      { problem: { line: 2, message: 'An input has an unknown member "inputs".' } },
      { problem: { message: 'There is no input gone.json.' } },
    ]);

    const project = join(above, 'project');
    await mkdir(project);
    await (
      await documents.open(projectsDocument)
    ).update(() => ({
      projects: [
        {
          id: 'p',
          folder: project,
          settings: { port: null, envFile: null, debugPort: null },
          connectionId,
          lastPort: null,
          openedAt: '2026-01-01T00:00:00.000Z',
        },
      ],
    }));
    expect(await inputs.calls['inputs.list']({ connectionId }, signal)).toEqual({
      folder: { folder: join(project, 'inputs'), origin: 'project' },
      files: [],
      isCut: false,
    });
    await expect(
      inputs.calls['inputs.chooseFolder']({ connectionId, folder: above }, signal),
    ).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it('deletes files one by one, and reports which could not be', async () => {
    await inputs.calls['inputs.chooseFolder']({ connectionId, folder: above }, signal);
    await inputs.calls['inputs.save']({ connectionId, path: 'a.json', text: '{}', expected: null }, signal);
    expect(
      await inputs.calls['inputs.delete']({ connectionId, paths: ['b.json', 'a.json'] }, signal),
    ).toEqual([
      { path: 'b.json', problem: 'There is no input b.json.' },
      { path: 'a.json', problem: null },
    ]);
  });

  it('is off while others on the network can reach the studio', async () => {
    const { calls } = refusedInputs();
    for (const refused of Object.values<(input: never, signal: AbortSignal) => Promise<unknown>>(calls))
      await expect(refused({} as never, signal)).rejects.toMatchObject({ code: 'forbidden' });
  });
});
