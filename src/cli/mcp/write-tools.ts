import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { memberTexts } from 'exact-json';
import { AppError } from '../../shared/app-error.ts';
import { isActive } from '../../shared/model/is-active.ts';
import { defaultRunOptions } from '../../shared/model/run-options.ts';
import type { RunTrigger } from '../../shared/model/run-request.ts';
import { usageError } from '../args/usage-error.ts';
import { stateDocument } from '../output/state-document.ts';
import { assistantOfThread } from '../session/assistant-of-thread.ts';
import { didYouMean } from '../session/did-you-mean.ts';
import { graphNodes } from '../session/graph-nodes.ts';
import {
  UnclearAnswerError,
  findQuestion,
  questionsOf,
  type OpenQuestion,
} from '../session/open-questions.ts';
import { findAssistant } from '../session/pick-assistant.ts';
import { checkJson } from '../session/read-value.ts';
import { answer, inTime, type McpContext } from './mcp-context.ts';
import { pickRun } from './read-run.ts';
import { reportProgress, type ToolExtra } from './report-progress.ts';
import {
  assistantInput,
  checkpointInput,
  json,
  serverInput,
  threadInput,
  waitInput,
  writes,
} from './tool-arguments.ts';
import { toolInput } from './tool-input.ts';
import { waitForRun } from './wait-for-run.ts';

interface RunParams {
  readonly server: string | undefined;
  readonly assistant: string | undefined;
  readonly thread: string | undefined;
  readonly waitSeconds: number | undefined;
  readonly trigger: RunTrigger;
}

/** Registers the MCP tools that change servers: they run graphs, answer interrupts, cancel runs and edit states. */
export function registerWriteTools(mcp: McpServer, context: McpContext, signal: AbortSignal): void {
  const { session } = context;

  mcp.registerTool(
    'run_graph',
    {
      description:
        'Runs a graph on a thread (a new one unless you name one) and waits for the run to end. get_schemas has what its input may be.',
      inputSchema: toolInput({
        server: serverInput,
        assistant: assistantInput,
        thread: threadInput.optional(),
        input: json('The input of the graph; without one, a thread goes on where it paused').optional(),
        wait_seconds: waitInput,
      }),
      annotations: writes,
    },
    ({ server, assistant, thread, input, wait_seconds: waitSeconds }, extra) =>
      answer(context, async () => {
        if (input === undefined && thread === undefined)
          throw usageError('The run has no input.', 'Give one, at least {}, or the thread to continue.');
        const trigger: RunTrigger =
          input === undefined
            ? { kind: 'continue' }
            : { kind: 'input', inputText: checkJson('input', input) };
        return runToEnd(context, { server, assistant, thread, waitSeconds, trigger }, signal, extra);
      }),
  );

  mcp.registerTool(
    'resume_thread',
    {
      description:
        'Answers one question that a thread is waiting on, and waits for the run to end. Refused, with the open questions, if it is unclear which question is meant or if it is no longer open.',
      inputSchema: toolInput({
        server: serverInput,
        assistant: assistantInput,
        thread: threadInput,
        answer: json('The answer'),
        interrupt_id: z
          .string()
          .optional()
          .describe(
            'question (or id) of the interrupt, from get_state, run_graph or resume_thread; the only one by default.',
          ),
        wait_seconds: waitInput,
      }),
      annotations: writes,
    },
    (
      { server, assistant, thread, answer: answerJson, interrupt_id: interruptId, wait_seconds: waitSeconds },
      extra,
    ) =>
      answer(context, async () => {
        const valueText = checkJson('answer', answerJson);
        const { connectionId } = await context.server(server);
        const question = await askedQuestion(context, { connectionId, threadId: thread }, interruptId);
        const answers = [{ interruptId: question.interrupt.id, valueText }];
        const trigger: RunTrigger = { kind: 'resume', answers, goto: [], updateText: null };
        return runToEnd(context, { server, assistant, thread, waitSeconds, trigger }, signal, extra);
      }),
  );

  mcp.registerTool(
    'cancel_run',
    {
      description:
        'Stops a run that is queued or running, and says whether it stopped. What it has written stays.',
      inputSchema: toolInput({
        server: serverInput,
        thread: threadInput,
        run: z.string().optional().describe('ID of the run; the active one of the thread by default.'),
      }),
      annotations: writes,
    },
    ({ server, thread, run }) =>
      answer(context, async () => {
        const { connectionId } = await context.server(server);
        const on = { connectionId, threadId: thread };
        const { runId, status } = await pickRun(session.call, on, run, { preferActive: true });
        if (!isActive(status)) {
          throw new AppError('conflict', `The run ${runId} is not active: it has ended. Nothing was sent.`, {
            hint: 'get_run says how it ended.',
          });
        }
        const result = await session.call('runs.cancel', { ...on, runId, action: 'interrupt' });
        return { runId, threadId: thread, ...result };
      }),
  );

  mcp.registerTool(
    'edit_state',
    {
      description: 'Writes values into the state of a thread as if a node had returned them. Reducers apply.',
      inputSchema: toolInput({
        server: serverInput,
        thread: threadInput,
        values: json('Keys and values, an object'),
        as_node: z.string().optional().describe('The node that the values come from.'),
        checkpoint: checkpointInput,
      }),
      annotations: writes,
    },
    ({ server, thread, values, as_node: asNode, checkpoint }) =>
      answer(context, async () => {
        const text = checkJson('values', values);
        if (!text.startsWith('{')) throw usageError('values is not a JSON object.');
        const changes = memberTexts(text).map(({ key, text: valueText }) => ({ key, valueText }));
        const { connectionId, name } = await context.server(server);
        const ref = { connectionId, threadId: thread };
        if (asNode !== undefined) await checkNode(context, { ...ref, serverName: name }, asNode);
        const head =
          checkpoint ?? (await session.call('threads.state', { ...ref, checkpointId: null })).checkpointId;
        const { state, changedKeys, differences } = await session.call('threads.updateState', {
          ...ref,
          checkpointId: head,
          expectedHeadId: checkpoint === undefined ? head : null,
          asNode: asNode ?? null,
          changes,
        });
        const questions = await questionsOf(session.call, ref, state);
        context.reportedQuestions.add(ref, questions);
        return {
          ...stateDocument({ state, questions }),
          changedKeys,
          notAsSent: differences.map(({ key }) => key),
        };
      }),
  );
}

// The question that an answer is for. What is asked instead counts as seen from then on.
async function askedQuestion(
  { session, reportedQuestions }: McpContext,
  thread: { readonly connectionId: string; readonly threadId: string },
  named: string | undefined,
): Promise<OpenQuestion> {
  const plan = {
    checkpointId: null,
    named: named ?? null,
    reportedQuestions: reportedQuestions.of(thread),
    option: 'interrupt_id',
  };
  try {
    return await findQuestion(session.call, thread, plan);
  } catch (error) {
    if (error instanceof UnclearAnswerError) reportedQuestions.add(thread, error.questions);
    throw error;
  }
}

// Servers store a write of a node that the graph does not have, and refuse it later or never.
async function checkNode(
  { session }: McpContext,
  thread: { readonly connectionId: string; readonly threadId: string; readonly serverName: string },
  node: string,
): Promise<void> {
  const names = await graphNodes(session.call, thread);
  if (names === null || names.includes(node)) return;
  throw new AppError('not-found', `The graph has no node "${node.slice(0, 100)}". Nothing was sent.`, {
    hint: didYouMean(node, names, 'It has'),
  });
}

// Starts a run and waits for its end as long as was asked for; the run goes on after that.
async function runToEnd(context: McpContext, params: RunParams, signal: AbortSignal, extra: ToolExtra) {
  const startedAt = performance.now();
  const { call, services } = context.session;
  const { connectionId, name } = await context.server(params.server);
  const named = params.assistant ?? null;
  const { assistantId, graphId } =
    params.thread === undefined
      ? findAssistant(await call('assistants.list', { connectionId }), named, name)
      : await assistantOfThread(call, { connectionId, threadId: params.thread, serverName: name }, named);
  const threadId =
    params.thread ?? (await call('threads.create', { connectionId, graphId, name: null })).threadId;
  const { runId } = await call('runs.start', {
    connectionId,
    assistantId,
    threadId,
    checkpointId: null,
    checkpointNs: '',
    trigger: params.trigger,
    background: false,
    options: defaultRunOptions,
  });
  const run = { connectionId, threadId, runId };
  const waiting = waitForRun(context, run, {
    seconds: params.waitSeconds,
    startedAt,
    progress: reportProgress(extra, services.scrub),
    signal: AbortSignal.any([signal, extra.signal]),
  });
  // Before the tool itself is late, which could not name the run.
  const leftMs = Math.max(0, 0.95 * context.answerMs - (performance.now() - startedAt));
  return inTime(waiting, leftMs).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    // It must not be started again for want of its name.
    const hint = `The run was started: thread_id ${threadId}, run_id ${runId}. Call wait_for_run.`;
    throw new AppError(error.code, error.message, { hint, details: error.details });
  });
}
