import { diffJson, memberText } from 'exact-json';
import { foreignRecordsText } from '../../shared/foreign-records.ts';
import { Run, type RunRecord } from '../../shared/model/run.ts';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { AppError } from '../../shared/app-error.ts';
import type { ThreadRecord } from '../../shared/model/thread-record.ts';
import { recordedRunText } from '../../shared/status-labels.ts';
import { indexRecord } from '../../shared/thread-record/record-index.ts';
import { defaultThreadListing } from '../../shared/model/thread-listing.ts';
import { drawGraph } from '../output/draw-graph.ts';
import { RawJson } from '../output/json-document.ts';
import { stateDocument } from '../output/state-document.ts';
import { checkpointDocument } from '../output/history-document.ts';
import { questionsOf } from '../session/open-questions.ts';
import { readRecord } from '../session/read-record.ts';
import { findAssistant } from '../session/pick-assistant.ts';
import { answer, pageContent, type McpContext } from './mcp-context.ts';
import { toolInput } from './tool-input.ts';
import { readNode } from './read-node.ts';
import { differenceDocument } from '../output/comparison-document.ts';

export const serverInput = z
  .string()
  .optional()
  .describe('Name of the server, from list_servers; the only one by default.');
export const assistantInput = z
  .string()
  .optional()
  .describe('ID, name or graph of the assistant; the only one by default.');
export const threadInput = z.string().describe('ID of the thread.');
export const checkpointInput = z
  .string()
  .optional()
  .describe('ID of a checkpoint; the newest one by default.');

export const reads = { readOnlyHint: true, openWorldHint: true } as const;

export function registerReadTools(mcp: McpServer, context: McpContext): void {
  const { session } = context;

  mcp.registerTool(
    'list_servers',
    {
      description: 'Lists the graph servers that can be used, by name.',
      inputSchema: toolInput({}),
      annotations: reads,
    },
    () =>
      answer(context, async () =>
        (await context.servers()).map(({ name, url, production }) => ({
          name,
          url,
          production: production ?? false,
        })),
      ),
  );

  mcp.registerTool(
    'list_assistants',
    {
      description: 'Lists the assistants (graphs with their configuration) of a server.',
      inputSchema: toolInput({ server: serverInput }),
      annotations: reads,
    },
    ({ server }) =>
      answer(context, async () => {
        const { connectionId } = await context.server(server);
        const assistants = await session.call('assistants.list', { connectionId });
        return assistants.map(({ configText, contextText, ...rest }) => ({
          ...rest,
          config: new RawJson(configText),
          context: new RawJson(contextText),
        }));
      }),
  );

  mcp.registerTool(
    'get_graph',
    {
      description: 'Draws the graph of an assistant as a Mermaid flowchart.',
      inputSchema: toolInput({
        server: serverInput,
        assistant: assistantInput,
        xray: z.boolean().optional().describe('Also what is inside of subgraphs.'),
      }),
      annotations: reads,
    },
    ({ server, assistant, xray }) =>
      answer(context, () => drawMermaid(context, server, assistant, xray ?? false)),
  );

  mcp.registerTool(
    'list_threads',
    {
      description: 'Lists the threads of a server, last changed first.',
      inputSchema: toolInput({
        server: serverInput,
        status: z
          .enum(['idle', 'busy', 'interrupted', 'error'])
          .optional()
          .describe('Only threads in this status.'),
        graph: z.string().optional().describe('Only threads of this graph.'),
        limit: z.int().min(1).max(100).optional().describe('20 by default.'),
        offset: z.int().min(0).optional().describe('next_offset of the page before.'),
      }),
      annotations: reads,
    },
    ({ server, status, graph, limit, offset }) =>
      answer(context, async () => {
        const { connectionId } = await context.server(server);
        const filter = { ...defaultThreadListing.filter, status: status ?? null, graphId: graph ?? null };
        const listing = { ...defaultThreadListing, filter };
        return session.call('threads.list', {
          connectionId,
          listing,
          limit: limit ?? 20,
          offset: offset ?? 0,
        });
      }),
  );

  mcp.registerTool(
    'get_state',
    {
      description:
        'Reads the state of a thread: values, what runs next, and interrupts that wait for an answer.',
      inputSchema: toolInput({
        server: serverInput,
        thread: threadInput,
        checkpoint: checkpointInput,
        key: z.string().optional().describe('Only this value of the state.'),
      }),
      annotations: reads,
    },
    ({ server, thread, checkpoint, key }) =>
      answer(context, async () => {
        const { connectionId } = await context.server(server);
        const ref = { connectionId, threadId: thread };
        const state = await session.call('threads.state', { ...ref, checkpointId: checkpoint ?? null });
        if (key === undefined) {
          const questions = await questionsOf(session.call, ref, state);
          // Those of an older checkpoint are no longer asked.
          if (checkpoint === undefined) context.reportedQuestions.add(ref, questions);
          return stateDocument({ state, questions });
        }
        const text = memberText(state.valuesText, key);
        if (text === null) throw new AppError('not-found', `The state has no "${key}".`);
        return new RawJson(text);
      }),
  );

  mcp.registerTool(
    'get_history',
    {
      description: 'Lists the checkpoints of a thread, newest first.',
      inputSchema: toolInput({
        server: serverInput,
        thread: threadInput,
        limit: z.int().min(1).max(100).optional().describe('20 by default.'),
        before: z.string().optional().describe('before of the page before.'),
      }),
      annotations: reads,
    },
    ({ server, thread, limit, before }) =>
      answer(context, async () => {
        const { connectionId } = await context.server(server);
        const ref = { connectionId, threadId: thread };
        const {
          foreign = 0,
          checkpoints,
          ...rest
        } = await session.call('threads.history', {
          ...ref,
          limit: limit ?? 20,
          before: before ?? null,
        });
        const record = await readRecord(session.call, ref, checkpoints.at(-1)?.createdAt ?? null);
        const page = {
          checkpoints: checkpoints.map((checkpoint) => checkpointDocument(checkpoint, record)),
          ...rest,
        };
        return foreign === 0 ? page : { ...page, note: foreignRecordsText(foreign) };
      }),
  );

  mcp.registerTool(
    'list_runs',
    {
      description: 'Lists the runs of a thread, newest first.',
      inputSchema: toolInput({ server: serverInput, thread: threadInput }),
      annotations: reads,
    },
    ({ server, thread }) =>
      answer(context, async () => {
        const { connectionId } = await context.server(server);
        const { records, foreign = 0 } = await session.call('runs.records', {
          connectionId,
          threadId: thread,
        });
        // Those after the newest ones would take a reading of the whole thread.
        const since = records.slice(0, maxListedRuns).at(-1)?.createdAt ?? null;
        const record = await readRecord(session.call, { connectionId, threadId: thread }, since);
        const runs = records.map((run, index) => toListedRun(run, index < maxListedRuns ? record : null));
        return foreign === 0 ? runs : { runs, note: foreignRecordsText(foreign) };
      }),
  );

  mcp.registerTool(
    'get_node',
    {
      description:
        'Reads what a node read and wrote when it last ran on a thread: the state before it, its output or error.',
      inputSchema: toolInput({
        server: serverInput,
        thread: threadInput,
        node: z.string().describe('Name of the node; of one in a subgraph its path, such as write:draft.'),
        before: z.string().optional().describe('ID of a checkpoint: what ran before it.'),
      }),
      annotations: reads,
    },
    ({ server, thread, node, before }) =>
      answer(context, async () => {
        const { connectionId } = await context.server(server);
        return readNode(session.call, { connectionId, threadId: thread }, node, before ?? null);
      }),
  );

  const place = toolInput({ thread: threadInput, checkpoint: checkpointInput });
  mcp.registerTool(
    'compare_states',
    {
      description: 'Compares the values of two checkpoints or threads of a server. Paths are JSON pointers.',
      inputSchema: toolInput({ server: serverInput, from: place, to: place }),
      annotations: reads,
    },
    ({ server, from, to }) =>
      answer(context, async () => {
        const { connectionId } = await context.server(server);
        const read = ({ thread, checkpoint }: z.infer<typeof place>) =>
          session.call('threads.state', { connectionId, threadId: thread, checkpointId: checkpoint ?? null });
        const [before, after] = await Promise.all([read(from), read(to)]);
        return diffJson(before.valuesText, after.valuesText).map(differenceDocument);
      }),
  );

  mcp.registerTool(
    'read_more',
    {
      description: 'Reads the rest of an answer that was cut.',
      inputSchema: toolInput({ cursor: z.string().describe('The cursor that the cut answer named.') }),
      annotations: reads,
    },
    async ({ cursor }) => {
      try {
        return pageContent(context.pages.next(cursor));
      } catch (error) {
        return answer(context, () => Promise.reject(error));
      }
    },
  );
}

export async function drawMermaid(
  context: McpContext,
  serverName: string | undefined,
  assistantName: string | undefined,
  xray: boolean,
): Promise<string> {
  const { connectionId, name } = await context.server(serverName);
  const assistants = await context.session.call('assistants.list', { connectionId });
  const { assistantId } = findAssistant(assistants, assistantName ?? null, name);
  const shape = await context.session.call('assistants.graph', { connectionId, assistantId });
  return drawGraph(shape, 'mermaid', { level: xray ? 'all' : 0, direction: 'down', theme: 'light' });
}

const maxListedRuns = 20;

// What the list has of a run, without what the studio stores of it, with how it stands by the record of the
// thread.
function toListedRun(run: RunRecord, record: ThreadRecord | null) {
  const { hasLog: _stored, joinedLate: _late, ...listed } = run;
  const members = Object.fromEntries(Object.entries(listed).filter(([key]) => Object.hasOwn(Run.shape, key)));
  const recorded = record?.runs.find(({ runId }) => runId === run.runId);
  if (record === null || recorded === undefined || recorded.status === 'unknown') return members;
  const { executions } = indexRecord(record);
  const nodeOf = (executionId: string): string | null => executions.get(executionId)?.nodeId ?? null;
  return { ...members, statusText: recordedRunText(recorded, nodeOf) };
}
