import { compactJson } from '../../exact-json/scan/format.ts';
import type { RunEnd, StartedRun } from '../../shared/model/runs/run.ts';
import type { CommandRun } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { RawJson } from '../output/json-document.ts';
import { jsonEvents, noEvents, readableEvents, type EventPrinter } from '../output/print-events.ts';
import { interruptDocument } from '../output/state-document.ts';
import { exitCodeOfRun, followRun } from '../session/follow-run.ts';
import { withServer } from '../session/open-session.ts';
import type { ServerSession } from '../session/session.ts';
import { pickAssistant } from '../session/pick-assistant.ts';
import { readRunOptions, readTrigger } from '../session/run-request.ts';
import type { CliContext } from '../context.ts';
import type { CommandArguments } from '../args/parse-command.ts';

export const run: CommandRun = async (args, context) => {
  // What was typed is checked, and the standard input read, before anything is sent.
  const trigger = await readTrigger(args, context);
  const options = await readRunOptions(args, context);
  return withServer(args, context, async (session) => {
    const { call, server } = session;
    const { connectionId } = server;
    const { assistantId, graphId } = await pickAssistant(session, args);
    const threadId = args.isSet('stateless')
      ? null
      : (args.text('thread') ??
        (await call('threads.create', { connectionId, graphId, name: null })).threadId);
    const background = args.isSet('background');
    const started = await call('runs.start', {
      connectionId,
      assistantId,
      threadId,
      checkpointId: args.text('checkpoint'),
      checkpointNs: '',
      trigger,
      background,
      options,
    });
    const { terminal, json } = context;
    if (background) {
      if (json || args.isSet('as-json')) terminal.printJson(started);
      else terminal.print(`run ${started.runId}  thread ${started.threadId ?? 'none'}`);
      return exitCodes.ok;
    }
    const printer = printerFor(args, context);
    try {
      const end = await followRun(session, { connectionId, ...started }, printer, context.signal);
      if (json) terminal.printJson(await resultDocument(session, started, end));
      else if (!args.isSet('as-json')) await printInterrupts(session, started, end, context);
      return exitCodeOfRun(end);
    } catch (thrown) {
      if (context.signal.aborted) await leave(session, started, args, context);
      throw thrown;
    }
  });
};

function printerFor(args: CommandArguments, { terminal, json }: CliContext): EventPrinter {
  if (args.isSet('as-json')) return jsonEvents(terminal);
  return json ? noEvents : readableEvents(terminal);
}

/** The outcome with what the thread holds now. A stateless run leaves nothing to read. */
async function resultDocument(
  { call, server: { connectionId } }: ServerSession,
  { runId, threadId }: StartedRun,
  { outcome, error }: RunEnd,
) {
  const result = { runId, threadId, outcome, error };
  if (threadId === null) return result;
  const state = await call('threads.state', { connectionId, threadId, checkpointId: null });
  return {
    ...result,
    checkpointId: state.checkpointId,
    interrupts: state.interrupts.map(interruptDocument),
    values: new RawJson(state.valuesText),
  };
}

/** What waits for an answer, after a run that was interrupted. */
async function printInterrupts(
  { call, server: { connectionId } }: ServerSession,
  { threadId }: StartedRun,
  { outcome }: RunEnd,
  { terminal }: CliContext,
): Promise<void> {
  if (outcome !== 'interrupted' || threadId === null) return;
  const { interrupts } = await call('threads.state', { connectionId, threadId, checkpointId: null });
  for (const { nodeId, valueText } of interrupts) {
    terminal.print(`${nodeId} asks  ${compactJson(valueText)}`);
  }
  terminal.note(`Answer with --thread ${threadId} --resume JSON.`);
}

/** After Ctrl-C: the run is the server's and goes on, unless the user wanted it cancelled. */
async function leave(
  { services, server: { connectionId } }: ServerSession,
  { runId, threadId }: StartedRun,
  args: CommandArguments,
  { terminal }: CliContext,
): Promise<void> {
  if (!args.isSet('cancel-on-exit')) {
    terminal.note(`The run goes on.${threadId === null ? '' : ` Follow it with: watch ${threadId}`}`);
    return;
  }
  const limit = AbortSignal.timeout(10_000);
  const { stopped } = await services.handlers.calls['runs.cancel'](
    { connectionId, threadId, runId, action: 'interrupt' },
    limit,
  );
  terminal.note(stopped ? 'The run was cancelled.' : 'The run could not be cancelled.');
}
