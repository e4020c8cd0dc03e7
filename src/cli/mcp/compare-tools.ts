import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { AppError } from '../../shared/app-error.ts';
import { executionSide } from '../../shared/compare-side.ts';
import type { CompareSide } from '../../shared/model/comparison.ts';
import { comparisonDocument, withDifferences } from '../output/comparison-document.ts';
import { resolveExecution } from '../session/resolve-execution.ts';
import { findAssistant } from '../session/pick-assistant.ts';
import { answer, type McpContext } from './mcp-context.ts';
import { toolInput } from './tool-input.ts';
import { checkpointInput, reads, serverInput, threadInput } from './tool-arguments.ts';

const sideInput = toolInput({
  server: serverInput,
  thread: threadInput.optional(),
  checkpoint: checkpointInput.describe(
    'ID of a checkpoint of the thread; without one, its newest state and everything that ran.',
  ),
  run: z.string().optional().describe('ID of a run of the thread: compares the run instead of the thread.'),
  whole_turn: z
    .boolean()
    .optional()
    .describe('With a run: also the runs that it continued, and those that answered or continued it.'),
  whole_pass: z.boolean().optional().describe('Old name of whole_turn.'),
  node: z
    .string()
    .optional()
    .describe(
      'Name of a node: compares one of its executions, of the thread or of the run. In a subgraph, the path to it: write:draft.',
    ),
  visit: z
    .int()
    .min(1)
    .optional()
    .describe('With a node: which of its executions, counted from 1; the last one by default.'),
  task: z
    .string()
    .optional()
    .describe(
      'With a checkpoint, instead of a node: task_id of an execution, as get_node and compare list it.',
    ),
  checkpoint_ns: z.string().optional().describe('With a task of a subgraph: its checkpoint_ns.'),
  assistant: z.string().optional().describe('ID, name or graph of an assistant, instead of a thread.'),
  version: z.int().min(1).optional().describe('Version of the assistant; the one in use by default.'),
});

/** Registers the MCP tools that compare runs, states and assistants. */
export function registerCompareTools(mcp: McpServer, context: McpContext): void {
  const { call } = context.session;

  mcp.registerTool(
    'compare',
    {
      description:
        'Compares two threads, checkpoints, runs, executions of a node or versions of an assistant, also on different servers: what they were given, their states, and the nodes that ran, aligned by visit. equal: null means unknown. Paths are JSON pointers.',
      inputSchema: toolInput({ from: sideInput, to: sideInput }),
      annotations: reads,
    },
    ({ from, to }) =>
      answer(context, async () => {
        const [left, right] = await Promise.all([toSide(context, from), toSide(context, to)]);
        const compared = await call('compare.read', { left, right });
        const parts = await withDifferences(call, left, right, compared);
        return comparisonDocument(left, right, compared, parts);
      }),
  );

  mcp.registerTool(
    'what_changed',
    {
      description:
        'Compares a run, such as a failed one, with the last successful run of the same graph: input, config, versions, the first node that wrote something else, and the error. base: null means that no successful run was found; searched says how far the search went.',
      inputSchema: toolInput({
        server: serverInput,
        thread: threadInput,
        run: z.string().optional().describe('ID of the run; the newest one of the thread by default.'),
      }),
      annotations: reads,
    },
    ({ server, thread, run }) =>
      answer(context, async () => {
        const { connectionId } = await context.server(server);
        const on = { connectionId, threadId: thread };
        const runId = run ?? (await call('runs.list', on))[0]?.runId;
        if (runId === undefined) throw new AppError('not-found', 'Nothing has run on this thread.');
        return call('compare.whatChanged', { ...on, runId });
      }),
  );
}

async function toSide(context: McpContext, side: z.infer<typeof sideInput>): Promise<CompareSide> {
  const {
    server,
    thread,
    checkpoint,
    run,
    whole_turn: isTurn,
    whole_pass: isPass,
    assistant,
    version,
  } = side;
  const { node, visit, task: taskId, checkpoint_ns: checkpointNs } = side;
  const { connectionId, name } = await context.server(server);
  if (assistant !== undefined) {
    const assistants = await context.session.call('assistants.list', { connectionId });
    const { assistantId } = findAssistant(assistants, assistant, name);
    return { kind: 'assistant', connectionId, assistantId, version: version ?? null };
  }
  if (thread === undefined) throw new AppError('invalid-input', 'Name a thread or an assistant to compare.');
  const on = { connectionId, threadId: thread };
  if (node !== undefined) {
    const named = { ...on, runId: run ?? null, node, visit: visit ?? null };
    return resolveExecution(context.session.call, named);
  }
  if (visit !== undefined) throw new AppError('invalid-input', 'visit requires node.');
  if (taskId !== undefined) {
    if (checkpoint === undefined) throw new AppError('invalid-input', 'task requires checkpoint.');
    return executionSide(on, { checkpointId: checkpoint, checkpointNs: checkpointNs ?? '', taskId });
  }
  if (run !== undefined) return { kind: (isTurn ?? isPass) === true ? 'turn' : 'run', ...on, runId: run };
  if (checkpoint !== undefined) return { kind: 'checkpoint', ...on, checkpointId: checkpoint };
  return { kind: 'thread', ...on };
}
