import { diffJson, memberText, memberTexts } from 'exact-json';
import { foreignRecordsText } from '../../shared/foreign-records.ts';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { AppError } from '../../shared/app-error.ts';
import { defaultThreadListing } from '../../shared/model/thread-listing.ts';
import { drawGraph } from '../output/draw-graph.ts';
import { RawJson } from '../output/json-document.ts';
import { stateDocument } from '../output/state-document.ts';
import { checkpointDocument } from '../output/history-document.ts';
import { assistantOfThread } from '../session/assistant-of-thread.ts';
import { didYouMean } from '../session/did-you-mean.ts';
import { questionsOf } from '../session/open-questions.ts';
import { readRecord } from '../session/read-record.ts';
import { findAssistant } from '../session/pick-assistant.ts';
import { answer, type McpContext } from './mcp-context.ts';
import { assistantInput, checkpointInput, reads, serverInput, threadInput } from './tool-arguments.ts';
import { toolInput } from './tool-input.ts';
import { differenceDocument } from '../output/comparison-document.ts';

const assistantThreadInput = z
  .string()
  .optional()
  .describe('ID of a thread, whose assistant is used if none is named.');

interface AllowedWrites {
  readonly allowWrites: boolean;
  readonly allowProduction: readonly string[];
}

/** Registers the MCP tools that read servers, graphs, threads and states. */
export function registerReadTools(
  mcp: McpServer,
  context: McpContext,
  { allowWrites, allowProduction }: AllowedWrites,
): void {
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
        (await context.servers()).map(({ name, url, production = false, recording }) => ({
          name,
          url,
          production,
          canBeChanged:
            allowWrites && recording === undefined && (!production || allowProduction.includes(name)),
          recordingOf: recording && { threadId: recording.threadId, recordedAt: recording.recordedAt },
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
        thread: assistantThreadInput,
        xray: z.boolean().optional().describe('Also draw the contents of subgraphs.'),
      }),
      annotations: reads,
    },
    ({ server, assistant, thread, xray }) =>
      answer(context, () => drawMermaid(context, { server, assistant, thread, xray: xray ?? false })),
  );

  mcp.registerTool(
    'get_schemas',
    {
      description:
        'Reads the JSON schemas of a graph: what its input may be, its output, state, context and configuration. null: it declares none.',
      inputSchema: toolInput({
        server: serverInput,
        assistant: assistantInput,
        thread: assistantThreadInput,
        schema: z
          .enum(['input', 'output', 'state', 'context', 'config'])
          .optional()
          .describe('Only this one.'),
      }),
      annotations: reads,
    },
    ({ server, assistant, thread, schema }) =>
      answer(context, async () => {
        const { connectionId, assistantId } = await findOn(context, { server, assistant, thread });
        const texts = await session.call('assistants.schemas', { connectionId, assistantId });
        const json = (text: string | null) => (text === null ? null : new RawJson(text));
        const schemas = {
          input: json(texts.inputText),
          output: json(texts.outputText),
          state: json(texts.stateText),
          context: json(texts.contextText),
          config: json(texts.configText),
        };
        return schema === undefined ? schemas : schemas[schema];
      }),
  );

  mcp.registerTool(
    'list_threads',
    {
      description: 'Lists the threads of a server, most recently changed first.',
      inputSchema: toolInput({
        server: serverInput,
        status: z
          .enum(['idle', 'busy', 'interrupted', 'error'])
          .optional()
          .describe('Only threads with this status.'),
        graph: z.string().optional().describe('Only threads of this graph.'),
        limit: z.int().min(1).max(100).optional().describe('20 by default.'),
        offset: z.int().min(0).optional().describe('next_offset of the previous page.'),
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
        'Reads the state of a thread: values, what runs next, and interrupts that wait for an answer. A large one is an outline, whose parts read_part reads.',
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
        if (text !== null) return new RawJson(text);
        const keys = memberTexts(state.valuesText).map((member) => member.key);
        throw new AppError('not-found', `The state has no "${key.slice(0, 100)}".`, {
          hint: didYouMean(key, keys, 'It has'),
        });
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
        before: z.string().optional().describe('before of the previous page.'),
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
}

interface NamedAssistant {
  readonly server: string | undefined;
  readonly assistant: string | undefined;
  readonly thread: string | undefined;
}

async function findOn(context: McpContext, { server, assistant, thread }: NamedAssistant) {
  const { connectionId, name: serverName } = await context.server(server);
  const { call } = context.session;
  const named = assistant ?? null;
  const { assistantId } =
    thread === undefined
      ? findAssistant(await call('assistants.list', { connectionId }), named, serverName)
      : await assistantOfThread(call, { connectionId, threadId: thread, serverName }, named);
  return { connectionId, assistantId };
}

export async function drawMermaid(
  context: McpContext,
  { xray, ...named }: NamedAssistant & { readonly xray: boolean },
): Promise<string> {
  const shape = await context.session.call('assistants.graph', await findOn(context, named));
  return drawGraph(shape, 'mermaid', { level: xray ? 'all' : 0, direction: 'down', theme: 'light' });
}
