import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { memberTexts } from 'exact-json';
import { abortAfter } from '../../services/common/abort-after.ts';
import { defaultRunOptions } from '../../shared/model/run-options.ts';
import type { RunTrigger } from '../../shared/model/run-request.ts';
import { usageError } from '../args/usage-error.ts';
import { RawJson } from '../output/json-document.ts';
import { noEvents } from '../output/print-events.ts';
import { questionDocument, stateDocument } from '../output/state-document.ts';
import { checkJson } from '../session/read-value.ts';
import { errorOfRun } from '../session/ended-run.ts';
import { followRun } from '../session/follow-run.ts';
import {
  UnclearAnswerError,
  findQuestion,
  questionsOf,
  readAskingState,
  type OpenQuestion,
} from '../session/open-questions.ts';
import { findAssistant } from '../session/pick-assistant.ts';
import { answer, type McpContext } from './mcp-context.ts';
import { toolInput } from './tool-input.ts';
import { assistantInput, checkpointInput, serverInput, threadInput } from './read-tools.ts';

/**
 * All of them replace something: an edit values of the state, an answer the question, a run on a thread what the thread
 * held. None of them may be repeated.
 */
const writes = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
} as const;

const waitInput = z
  .int()
  .min(0)
  .max(600)
  .optional()
  .describe('Seconds to wait for the end of the run; 60 by default.');
const json = (what: string) =>
  z.string().describe(`${what}, as JSON text, so that numbers keep their digits.`);

interface RunParams {
  readonly server: string | undefined;
  readonly assistant: string | undefined;
  readonly thread: string | undefined;
  readonly waitSeconds: number | undefined;
  readonly trigger: RunTrigger;
}

export function registerWriteTools(mcp: McpServer, context: McpContext, signal: AbortSignal): void {
  const { session } = context;

  mcp.registerTool(
    'run_graph',
    {
      description: 'Runs a graph on a thread, a new one unless it is named, and waits for the end.',
      inputSchema: toolInput({
        server: serverInput,
        assistant: assistantInput,
        thread: threadInput.optional(),
        input: json('The input of the graph'),
        wait_seconds: waitInput,
      }),
      annotations: writes,
    },
    ({ server, assistant, thread, input, wait_seconds: waitSeconds }) =>
      answer(context, async () => {
        const trigger: RunTrigger = { kind: 'input', inputText: checkJson('input', input) };
        return runToEnd(context, { server, assistant, thread, waitSeconds, trigger }, signal);
      }),
  );

  mcp.registerTool(
    'resume_thread',
    {
      description:
        'Answers one question that a thread waits with, and waits for the end of the run. Refused, with what the thread asks now, if it is not clear which question is meant or if it is no longer asked.',
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
    ({ server, assistant, thread, answer: given, interrupt_id: interruptId, wait_seconds: waitSeconds }) =>
      answer(context, async () => {
        const valueText = checkJson('answer', given);
        const { connectionId } = await context.server(server);
        const question = await askedQuestion(context, { connectionId, threadId: thread }, interruptId);
        const answers = [{ interruptId: question.interrupt.id, valueText }];
        const trigger: RunTrigger = { kind: 'resume', answers, goto: [], updateText: null };
        return runToEnd(context, { server, assistant, thread, waitSeconds, trigger }, signal);
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
        as_node: z.string().optional().describe('The node that the values are from.'),
        checkpoint: checkpointInput,
      }),
      annotations: writes,
    },
    ({ server, thread, values, as_node: asNode, checkpoint }) =>
      answer(context, async () => {
        const text = checkJson('values', values);
        if (!text.startsWith('{')) throw usageError('values is not a JSON object.');
        const changes = memberTexts(text).map(({ key, text: valueText }) => ({ key, valueText }));
        const { connectionId } = await context.server(server);
        const ref = { connectionId, threadId: thread };
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

/** Starts a run and waits for its end as long as was wished; the run goes on after that. */
async function runToEnd(context: McpContext, params: RunParams, signal: AbortSignal) {
  const { call } = context.session;
  const { connectionId, name } = await context.server(params.server);
  const assistants = await call('assistants.list', { connectionId });
  const { assistantId, graphId } = findAssistant(assistants, params.assistant ?? null, name);
  const threadId =
    params.thread ?? (await call('threads.create', { connectionId, graphId, name: null })).threadId;
  const started = await call('runs.start', {
    connectionId,
    assistantId,
    threadId,
    checkpointId: null,
    checkpointNs: '',
    trigger: params.trigger,
    background: false,
    options: defaultRunOptions,
  });
  const time = abortAfter((params.waitSeconds ?? 60) * 1_000);
  const followed = await followRun(
    context.session,
    { connectionId, ...started },
    noEvents,
    AbortSignal.any([signal, time]),
  ).catch((error: unknown) => {
    if (time.aborted && !signal.aborted) return null;
    throw error;
  });
  if (followed === null)
    return { ...started, outcome: 'still running', hint: 'Read its state later with get_state.' };
  const { end, ended } = followed;
  const thread = { connectionId, threadId };
  const { state, questions } = await readAskingState(call, thread, null);
  context.reportedQuestions.add(thread, questions);
  return {
    ...started,
    outcome: end.outcome,
    status: ended?.status,
    statusText: ended?.statusText,
    error: errorOfRun(end, ended),
    interrupts: questions.map(questionDocument),
    values: new RawJson(state.valuesText),
  };
}
