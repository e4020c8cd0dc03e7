import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { foreignRecordsText } from '../../shared/foreign-records.ts';
import { Run, type RunRecord } from '../../shared/model/run.ts';
import type { ThreadRecord } from '../../shared/model/thread-record.ts';
import { recordedRunText } from '../../shared/status-labels.ts';
import { indexRecord } from '../../shared/thread-record/record-index.ts';
import { readRecord } from '../session/read-record.ts';
import { answer, type McpContext } from './mcp-context.ts';
import { readNode } from './read-node.ts';
import { pickRun, readRun, recordedDurationBound } from './read-run.ts';
import { reportProgress } from './report-progress.ts';
import { reads, serverInput, threadInput, waitInput } from './tool-arguments.ts';
import { toolInput } from './tool-input.ts';
import { waitForRun } from './wait-for-run.ts';

const runInput = z.string().optional().describe('ID of the run; the newest one of the thread by default.');

/** Registers the MCP tools that read what ran. */
export function registerRunTools(mcp: McpServer, context: McpContext, signal: AbortSignal): void {
  const { session } = context;

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

  mcp.registerTool(
    'get_run',
    {
      description:
        'Reads a run: how it ended and why, its input, and each node that ran in it with status, time, tokens and error. `tokensBound: "atLeast"`: a node did not always report its tokens.',
      inputSchema: toolInput({ server: serverInput, thread: threadInput, run: runInput }),
      annotations: reads,
    },
    ({ server, thread, run }) =>
      answer(context, async () => {
        const { connectionId } = await context.server(server);
        const on = { connectionId, threadId: thread };
        const { runId } = await pickRun(session.call, on, run);
        return readRun(session.call, { ...on, runId });
      }),
  );

  mcp.registerTool(
    'wait_for_run',
    {
      description:
        'Waits for the end of a run, and says how it ended. Returns before clients give up: if it is still running, call this again.',
      inputSchema: toolInput({
        server: serverInput,
        thread: threadInput,
        run: z
          .string()
          .optional()
          .describe('ID of the run; the active one of the thread by default, else the newest one.'),
        wait_seconds: waitInput,
      }),
      annotations: reads,
    },
    ({ server, thread, run, wait_seconds: waitSeconds }, extra) =>
      answer(context, async () => {
        const startedAt = performance.now();
        const { connectionId } = await context.server(server);
        const on = { connectionId, threadId: thread };
        const { runId } = await pickRun(session.call, on, run, { preferActive: true });
        const progress = reportProgress(extra, session.services.scrub);
        return waitForRun(
          context,
          { ...on, runId },
          {
            seconds: waitSeconds,
            startedAt,
            progress,
            signal: AbortSignal.any([signal, extra.signal]),
          },
        );
      }),
  );
}

const maxListedRuns = 20;

// What the list has of a run, without what the studio stores of it, with how it stands by the record of the
// thread.
function toListedRun(run: RunRecord, record: ThreadRecord | null) {
  const { hasLog: _stored, joinedLate: _late, ...listed } = run;
  const members = {
    ...Object.fromEntries(Object.entries(listed).filter(([key]) => Object.hasOwn(Run.shape, key))),
    durationBound: recordedDurationBound(run),
  };
  const recorded = record?.runs.find(({ runId }) => runId === run.runId);
  if (record === null || recorded === undefined || recorded.status === 'unknown') return members;
  const { executions } = indexRecord(record);
  const nodeOf = (executionId: string): string | null => executions.get(executionId)?.nodeId ?? null;
  return { ...members, statusText: recordedRunText(recorded, nodeOf) };
}
