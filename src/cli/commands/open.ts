import { startInTerminal } from '../../web-host/start-in-terminal.ts';
import { readWebHostEnvironment } from '../../web-host/web-host-environment.ts';
import type { StudioLink } from '../../shared/model/studio-link.ts';
import type { CommandArguments } from '../args/parse-command.ts';
import { usageError } from '../args/usage-error.ts';
import type { CliContext, CommandRun } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { withSession } from '../session/open-session.ts';
import { findServer } from '../session/pick-server.ts';

export const run: CommandRun = async (args, context) => {
  const { terminal, signal } = context;
  const port = args.number('port', 0);
  const environment = readWebHostEnvironment(context.env);
  const link = await linkIn(args, context);
  const address = args.text('address');
  const host = await startInTerminal({
    ...environment,
    ...(port === null ? {} : { port }),
    ...(address === null ? {} : { address }),
    ...(args.isSet('allow-network') ? { allowNetwork: true } : {}),
    open: !args.isSet('no-open'),
    link,
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

/** Where the window opens; `null` where it was last. */
async function linkIn(args: CommandArguments, context: CliContext): Promise<StudioLink | null> {
  const [named] = args.positionals;
  const threadId = args.text('thread');
  const assistantId = args.text('assistant');
  if (named === undefined) {
    if (threadId === null && assistantId === null) return null;
    throw usageError('On which server?', 'Name it before the options, by its name or address.');
  }
  const { url } = await withSession(args, context, (session) => findServer(session, args, named));
  if (url === '') {
    throw usageError('A recording is opened in the window.', 'Start the studio, and drop the file on it.');
  }
  return {
    baseUrl: url,
    ...(threadId === null ? {} : { threadId }),
    ...(assistantId === null ? {} : { assistantId }),
  };
}
