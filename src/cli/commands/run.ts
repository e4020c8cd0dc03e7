import { abortAfter, untilAborted } from '../../services/common/abort-after.ts';
import { AppError } from '../../shared/app-error.ts';
import { isActive } from '../../shared/model/is-active.ts';
import type { CancelResult, StartedRun } from '../../shared/model/run.ts';
import type { RunTrigger } from '../../shared/model/run-request.ts';
import type { CommandRun } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { RawJson } from '../output/json-document.ts';
import { jsonEvents, noEvents, readableEvents, type EventPrinter } from '../output/print-events.ts';
import { noteFailedCancel } from '../output/note-problem.ts';
import { printQuestions } from '../output/print-questions.ts';
import { questionDocument } from '../output/state-document.ts';
import { errorOfRun } from '../session/ended-run.ts';
import { exitCodeOfRun, followRun, type FollowedRun } from '../session/follow-run.ts';
import { findQuestion, readAskingState } from '../session/open-questions.ts';
import { withServer } from '../session/open-session.ts';
import type { ServerSession } from '../session/session.ts';
import { resolveThread } from '../session/resolve-thread.ts';
import { pickAssistant } from '../session/pick-assistant.ts';
import { readRunOptions, readTrigger } from '../session/run-request.ts';
import type { CliContext } from '../context.ts';
import type { CommandArguments } from '../args/parse-command.ts';

// How long the server may take to cancel a run after Ctrl-C, in milliseconds.
const cancelMs = 10_000;

export const run: CommandRun = async (args, context) => {
  // What was typed is checked, and the standard input read, before anything is sent.
  const typed = await readTrigger(args, context);
  const options = await readRunOptions(args, context);
  return withServer(args, context, async (session) => {
    const { call, server } = session;
    const { connectionId } = server;
    const { assistantId, graphId } = await pickAssistant(session, args);
    const named = args.text('thread');
    const existing = named === null ? null : await resolveThread(call, connectionId, named);
    const checkpointId = args.text('checkpoint');
    const trigger =
      typed.kind === 'answer'
        ? await answerTo(session, existing ?? '', checkpointId, args.text('interrupt'), typed.valueText)
        : typed;
    const background = args.isSet('background');
    const planned = {
      connectionId,
      assistantId,
      checkpointId,
      checkpointNs: '',
      trigger,
      background,
      options,
    };
    const isNew = existing === null && !args.isSet('stateless');
    // A request that can't be built must not leave an empty thread behind.
    if (isNew) await call('runs.preview', { request: { ...planned, threadId: null }, newThread: true });
    const threadId = isNew
      ? (await call('threads.create', { connectionId, graphId, name: null })).threadId
      : existing;
    const started = await call('runs.start', { ...planned, threadId });
    const { terminal, json } = context;
    if (background) {
      if (json || args.isSet('as-json')) terminal.printJson(started);
      else terminal.print(`run ${started.runId}  thread ${started.threadId ?? 'none'}`);
      return exitCodes.ok;
    }
    const printer = printerFor(args, context);
    try {
      const followed = await followRun(session, { connectionId, ...started }, printer, context.signal);
      if (json) terminal.printJson(await resultDocument(session, started, followed));
      else if (!args.isSet('as-json')) await printInterrupts(session, started, followed, context);
      return exitCodeOfRun(followed);
    } catch (error) {
      if (context.signal.aborted) await leave(session, started, args, context);
      throw error;
    }
  });
};

// The answer to a question of a thread, which is read again right before it is sent.
async function answerTo(
  { call, server: { connectionId } }: ServerSession,
  threadId: string,
  checkpointId: string | null,
  named: string | null,
  valueText: string,
): Promise<RunTrigger> {
  const thread = { connectionId, threadId };
  const plan = { checkpointId, named, reportedQuestions: null, option: '--interrupt' };
  const { interrupt } = await findQuestion(call, thread, plan);
  return {
    kind: 'resume',
    answers: [{ interruptId: interrupt.id, valueText }],
    goto: [],
    updateText: null,
  };
}

function printerFor(args: CommandArguments, { terminal, json }: CliContext): EventPrinter {
  if (args.isSet('as-json')) return jsonEvents(terminal);
  return json ? noEvents : readableEvents(terminal);
}

// The outcome with what the thread holds now. A stateless run leaves nothing to read.
async function resultDocument(
  { call, server: { connectionId } }: ServerSession,
  { runId, threadId }: StartedRun,
  { end, ended }: FollowedRun,
) {
  const { status, statusText } = ended ?? {};
  const result = { runId, threadId, outcome: end.outcome, status, statusText, error: errorOfRun(end, ended) };
  if (threadId === null) return result;
  const { state, questions } = await readAskingState(call, { connectionId, threadId }, null);
  return {
    ...result,
    checkpointId: state.checkpointId,
    interrupts: questions.map(questionDocument),
    values: new RawJson(state.valuesText),
  };
}

async function printInterrupts(
  { call, server: { connectionId } }: ServerSession,
  { threadId }: StartedRun,
  followed: FollowedRun,
  { terminal }: CliContext,
): Promise<void> {
  if (exitCodeOfRun(followed) !== exitCodes.waiting || threadId === null) return;
  const { questions } = await readAskingState(call, { connectionId, threadId }, null);
  printQuestions(questions, terminal.print);
  // Without a question it stopped at a breakpoint.
  const how = questions.length === 0 ? '--continue' : '--interrupt QUESTION --resume JSON';
  terminal.note(`${questions.length === 0 ? 'Continue' : 'Answer'} with: --thread ${threadId} ${how}`);
}

// After Ctrl-C: the run is the server's and goes on, unless the user wanted it cancelled.
async function leave(
  { callUntil, server: { connectionId } }: ServerSession,
  { runId, threadId }: StartedRun,
  args: CommandArguments,
  { terminal }: CliContext,
): Promise<void> {
  if (!args.isSet('cancel-on-exit')) {
    terminal.note(`The run continues.${threadId === null ? '' : ` Follow it with: watch ${threadId}`}`);
    return;
  }
  const cancel = { connectionId, threadId, runId, action: 'interrupt' } as const;
  const limit = abortAfter(cancelMs);
  try {
    // Also if the server does not answer the request itself, which is not aborted.
    const result = await untilAborted(callUntil(limit)('runs.cancel', cancel), limit);
    terminal.note(cancelText(result));
  } catch (error) {
    noteFailedCancel(limit.aborted ? noAnswer() : error, 'the run', terminal);
  }
}

function noAnswer(): AppError {
  const message = `It did not say so within ${cancelMs / 1000} seconds.`;
  return new AppError('timeout', message, {
    hint: 'Check the run on the server, and cancel it there if it is still active.',
  });
}

function cancelText({ stopped, status }: CancelResult): string {
  if (stopped === true) return 'The run was cancelled.';
  if (stopped === null)
    return 'It is unknown whether the run was cancelled: the server does not say how it ended.';
  if (isActive(status)) return `The server was asked to cancel the run, but it is still active: ${status}.`;
  return 'The run had already ended.';
}
