import { setTimeout as pause } from 'node:timers/promises';
import { createServices } from '../../services/create-services.ts';
import { prepareDataFolder } from '../../services/storage/private-folder.ts';
import { createSessionDocuments } from '../../services/storage/session-documents.ts';
import { createNodePlatform } from '../../web-host/node-platform.ts';
import { installationPaths } from '../../web-host/installation-paths.ts';
import { defaultDataFolder } from '../../web-host/data-folder.ts';
import type { CommandArguments } from '../args/parse-command.ts';
import type { CliContext } from '../context.ts';
import { createCall, type WriteConfirmation } from './confirm-writes.ts';
import { withStoredCredentials } from './stored-credentials.ts';
import { resolveServer } from './resolve-server.ts';
import type { ServerSession, CliSession } from './session.ts';
import { createSessionFolder } from './session-folder.ts';

// How long connections may take to close, in milliseconds.
const timeoutMs = 3_000;

export async function withSession<T>(
  args: CommandArguments,
  context: CliContext,
  work: (session: CliSession) => Promise<T>,
  confirmation: WriteConfirmation = confirmationIn(args),
): Promise<T> {
  const data = await prepareDataFolder(defaultDataFolder());
  const folder = await createSessionFolder(data.path);
  const services = createServices(
    createNodePlatform({
      ...installationPaths(),
      dataFolder: folder.path,
      isOpenToNetwork: false,
      log: (level, message) => {
        if (context.verbose) context.terminal.note(`${level}: ${message}`);
      },
    }),
    {
      documents: createSessionDocuments(data.path, (notice) => context.terminal.note(`Warning: ${notice}`)),
      withStoredCredentials: withStoredCredentials(data.path),
    },
  );
  context.terminal.scrubWith(services.scrub);
  try {
    const { handlers } = services;
    const callUntil = (limit: AbortSignal) => createCall(handlers, confirmation, limit);
    return await work({ call: callUntil(context.signal), callUntil, streams: handlers.streams, services });
  } finally {
    // Nothing of a session is kept, so that a connection that does not close in time costs nothing.
    await Promise.race([services.stop(), pause(timeoutMs)]);
    await folder.remove();
  }
}

export function withServer<T>(
  args: CommandArguments,
  context: CliContext,
  work: (session: ServerSession) => Promise<T>,
): Promise<T> {
  return withSession(args, context, async (session) =>
    work({ ...session, server: await resolveServer(session, args, context) }),
  );
}

function confirmationIn(args: CommandArguments): WriteConfirmation {
  return {
    confirms: () => args.isSet('yes'),
    typedName: args.text('confirm'),
    hints: {
      write: 'Add --yes to confirm the change.',
      destroy: "This can't be undone. Add --yes and --confirm with the name of the server.",
    },
  };
}
