import { startInTerminal } from '../../web-host/start-in-terminal.ts';
import type { LinkServices } from '../../web-host/start-web-host.ts';
import { readWebHostEnvironment } from '../../web-host/web-host-environment.ts';
import type { StudioLink } from '../../shared/model/studio-link.ts';
import type { CommandArguments } from '../args/parse-command.ts';
import { usageError } from '../args/usage-error.ts';
import type { CliContext, CommandRun } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { withSession } from '../session/open-session.ts';
import { downloadRecordingLink, isRecordingFileAddress } from '../session/download-recording-link.ts';
import { openRecordingLink } from '../session/open-recording-link.ts';
import { serverLink } from '../session/server-link.ts';
import { findPlace } from '../session/resolve-server.ts';

export const run: CommandRun = async (args, context) => {
  const { terminal, signal } = context;
  const port = args.port('port');
  const environment = readWebHostEnvironment(context.env);
  const findLink = await linkFinder(args, context);
  const address = args.text('address');
  const teamFile = args.text('team');
  context.outliveOutput();
  const host = await startInTerminal({
    ...environment,
    ...(port === null ? {} : { port }),
    ...(address === null ? {} : { address }),
    ...(args.isSet('allow-network') ? { allowNetwork: true } : {}),
    ...(teamFile === null ? {} : { teamFile }),
    open: !args.isSet('no-open'),
    json: context.json,
    findLink,
  });
  try {
    await new Promise<void>((ended) => {
      // Runs that will still report to the webhook listener put the end off; a second Ctrl-C ends the process.
      const end = (): void => {
        if (!host.stays(ended)) ended();
      };
      if (signal.aborted) ended();
      else signal.addEventListener('abort', end, { once: true });
    });
  } finally {
    terminal.note('Quitting.');
    await host.stop();
  }
  return exitCodes.ok;
};

async function linkFinder(
  args: CommandArguments,
  context: CliContext,
): Promise<(services: LinkServices) => Promise<StudioLink | null>> {
  const [named] = args.positionals;
  const target = { threadId: args.text('thread'), assistant: args.text('assistant') };
  if (named === undefined) {
    if (target.threadId === null && target.assistant === null) return () => Promise.resolve(null);
    throw usageError('On which server?', 'Name it before the options, by its name or address.');
  }
  if (args.isSet('recording') || isRecordingFileAddress(named))
    return (services) => downloadRecordingLink(services, named, target, args, context);
  const place = await withSession(args, context, (session) => findPlace(session, named));
  // In the host, whose window shows it.
  return 'path' in place
    ? (services) => openRecordingLink(services, place.path, target, context.signal)
    : (services) => serverLink(services, 'saved' in place ? place.saved : place.address, target, context);
}
