import { countOf } from '../../shared/count-of.ts';
import type { TraceExport, TraceExportReport } from '../../services/traces/trace-exporter.ts';
import { defaultThreadListing } from '../../shared/model/thread-listing.ts';
import type { CommandArguments } from '../args/parse-command.ts';
import { usageError } from '../args/usage-error.ts';
import type { CliContext, CommandRun } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { headersOfOption } from '../session/header-options.ts';
import { receiverInEnvironment } from '../session/otlp-environment.ts';
import { withServer } from '../session/open-session.ts';
import { resolveThread } from '../session/resolve-thread.ts';
import type { ServerSession } from '../session/session.ts';

export const run: CommandRun = (args, context) => {
  const receiver = receiverOf(args, context);
  return withServer(args, context, async (session) => {
    const { terminal, signal } = context;
    const { connectionId } = session.server;
    const named = args.positionals[0];
    const threadId =
      named === undefined
        ? await onlyThread(session)
        : await resolveThread(session.call, connectionId, named);
    const report = await session.services.sendTraces(
      {
        connectionId,
        threadId,
        runId: args.text('run'),
        ...receiver,
        service: args.text('service'),
        withContent: args.isSet('content'),
      },
      signal,
    );
    if (context.json) terminal.printJson({ threadId, ...report });
    else {
      for (const { traceId, runId, spans } of report.traces)
        terminal.print(`${traceId}  run ${runId}, ${countOf(spans, 'span')}`);
      for (const line of notesOf(report)) terminal.note(line);
    }
    return report.rejected === 0 ? exitCodes.ok : exitCodes.failed;
  });
};

function receiverOf(
  args: CommandArguments,
  { env }: CliContext,
): Pick<TraceExport, 'url' | 'isExactUrl' | 'headers' | 'timeoutMs'> {
  const named = receiverInEnvironment(env);
  const url = args.text('otlp') ?? named.url;
  if (url === null)
    throw usageError(
      'No address of a receiver was given.',
      'Give one with --otlp, or in OTEL_EXPORTER_OTLP_ENDPOINT.',
    );
  const typed = headersOfOption(args, 'otlp-header');
  // Headers of the environment may be keys, which were set for its address.
  const isNamed = named.url !== null && originOf(url) === originOf(named.url);
  const others = named.headers.filter(
    ({ name }) => !typed.some((header) => header.name.toLowerCase() === name.toLowerCase()),
  );
  return {
    url,
    isExactUrl: named.isExact && url === named.url,
    headers: isNamed ? [...others, ...typed] : typed,
    timeoutMs: named.timeoutMs,
  };
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}

async function onlyThread({ call, server: { connectionId } }: ServerSession): Promise<string> {
  const { threads } = await call('threads.list', {
    connectionId,
    listing: defaultThreadListing,
    limit: 2,
    offset: 0,
  });
  const [only] = threads;
  if (only === undefined) throw usageError('The server has no thread.');
  if (threads.length > 1)
    throw usageError('The server has several threads.', 'Name the ID of one; threads list lists them.');
  return only.threadId;
}

function notesOf(report: TraceExportReport): string[] {
  const { url, service, sent, rejected, reasons, traces, active, timeless, unplaced } = report;
  const lines = [`Sent ${countOf(sent, 'span')} of ${countOf(traces.length, 'run')} to ${url} as ${service}`];
  if (rejected > 0) lines.push(`The receiver did not accept ${countOf(rejected, 'span')}.`);
  for (const reason of reasons) lines.push(`The receiver says: ${reason}`);
  if (active.length > 0) lines.push(`Left out, because they have not ended: ${active.join(', ')}`);
  if (timeless.length > 0) lines.push(`Left out, because their time is not known: ${timeless.join(', ')}`);
  if (unplaced > 0)
    lines.push(`Left out, because it is not known which run they are of: ${countOf(unplaced, 'execution')}`);
  return lines;
}
