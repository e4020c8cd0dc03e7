import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { memberTexts } from '../../exact-json/scan/object-members.ts';
import { defaultRunOptions, type RunTrigger } from '../../shared/model/runs/run-request.ts';
import { usageError } from '../args/usage-error.ts';
import { RawJson } from '../output/json-document.ts';
import { noEvents } from '../output/print-events.ts';
import { interruptDocument, stateDocument } from '../output/state-document.ts';
import { checkJson } from '../session/read-value.ts';
import { followRun } from '../session/follow-run.ts';
import { findAssistant } from '../session/pick-assistant.ts';
import { answer, type McpContext } from './mcp-context.ts';
import { assistantInput, checkpointInput, serverInput, threadInput } from './read-tools.ts';

const writes = { readOnlyHint: false, destructiveHint: false, openWorldHint: true } as const;

const waitInput = z
  .int()
  .min(0)
  .max(600)
  .optional()
  .describe('Seconds to wait for the end of the run; 60 by default.');
const json = (what: string) =>
  z.string().describe(`${what}, as JSON text, so that numbers keep their digits.`);

interface RunWish {
  readonly server: string | undefined;
  readonly assistant: string | undefined;
  readonly thread: string | undefined;
  readonly waitSeconds: number | undefined;
  readonly trigger: RunTrigger;
}

/** Tools that change servers, for `--allow-writes`. The production gate holds for them, too. */
export function registerWriteTools(mcp: McpServer, context: McpContext, signal: AbortSignal): void {
  const { session } = context;

  mcp.registerTool(
    'run_graph',
    {
      description: 'Runs a graph on a thread, a new one unless it is named, and waits for the end.',
      inputSchema: {
        server: serverInput,
        assistant: assistantInput,
        thread: threadInput.optional(),
        input: json('The input of the graph'),
        wait_seconds: waitInput,
      },
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
      description: 'Answers an interrupt of a thread, and waits for the end of the run.',
      inputSchema: {
        server: serverInput,
        assistant: assistantInput,
        thread: threadInput,
        answer: json('The answer'),
        interrupt_id: z.string().optional().describe('ID of the interrupt; the only one by default.'),
        wait_seconds: waitInput,
      },
      annotations: writes,
    },
    ({ server, assistant, thread, answer: given, interrupt_id: interruptId, wait_seconds: waitSeconds }) =>
      answer(context, async () => {
        const answers = [{ interruptId: interruptId ?? null, valueText: checkJson('answer', given) }];
        const trigger: RunTrigger = { kind: 'resume', answers, goto: [], updateText: null };
        return runToEnd(context, { server, assistant, thread, waitSeconds, trigger }, signal);
      }),
  );

  mcp.registerTool(
    'edit_state',
    {
      description: 'Writes values into the state of a thread as if a node had returned them. Reducers apply.',
      inputSchema: {
        server: serverInput,
        thread: threadInput,
        values: json('Keys and values, an object'),
        as_node: z.string().optional().describe('The node that the values are from.'),
        checkpoint: checkpointInput,
      },
      annotations: writes,
    },
    ({ server, thread, values, as_node: asNode, checkpoint }) =>
      answer(context, async () => {
        const text = checkJson('values', values);
        if (!text.startsWith('{')) throw usageError('values is no JSON object.');
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
        return { ...stateDocument(state), changedKeys, notAsSent: differences.map(({ key }) => key) };
      }),
  );
}

/** Starts a run and waits for its end as long as was wished; the run goes on after that. */
async function runToEnd(context: McpContext, wish: RunWish, signal: AbortSignal) {
  const { call } = context.session;
  const { connectionId, name } = await context.server(wish.server);
  const assistants = await call('assistants.list', { connectionId });
  const { assistantId, graphId } = findAssistant(assistants, wish.assistant ?? null, name);
  const threadId =
    wish.thread ?? (await call('threads.create', { connectionId, graphId, name: null })).threadId;
  const started = await call('runs.start', {
    connectionId,
    assistantId,
    threadId,
    checkpointId: null,
    checkpointNs: '',
    trigger: wish.trigger,
    background: false,
    options: defaultRunOptions,
  });
  const time = AbortSignal.timeout((wish.waitSeconds ?? 60) * 1_000);
  const end = await followRun(
    context.session,
    { connectionId, ...started },
    noEvents,
    AbortSignal.any([signal, time]),
  ).catch((thrown: unknown) => {
    if (time.aborted && !signal.aborted) return null;
    throw thrown;
  });
  if (end === null)
    return { ...started, outcome: 'still running', hint: 'Read its state later with get_state.' };
  const state = await call('threads.state', { connectionId, threadId, checkpointId: null });
  return {
    ...started,
    outcome: end.outcome,
    error: end.error,
    interrupts: state.interrupts.map(interruptDocument),
    values: new RawJson(state.valuesText),
  };
}
