import { installationPaths } from '../../web-host/installation-paths.ts';
import type { CommandArguments } from '../args/parse-command.ts';
import { usageError } from '../args/usage-error.ts';
import type { CliContext, CommandRun } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import type { OfferedServers } from '../mcp/mcp-context.ts';
import { serveMcp } from '../mcp/serve-mcp.ts';
import type { WriteConfirmation } from '../session/confirm-writes.ts';
import { didYouMean } from '../session/did-you-mean.ts';
import { withSession } from '../session/open-session.ts';
import { findPlace, findServer } from '../session/resolve-server.ts';
import type { CliSession } from '../session/session.ts';

export const run: CommandRun = (args, context) => {
  const allowProduction = args.list('allow-production');
  if (allowProduction.length > 0 && !args.isSet('allow-writes'))
    throw usageError('--allow-production requires --allow-writes.');
  return withSession(
    args,
    context,
    async (session) => {
      await checkProduction(session, allowProduction);
      await serveMcp(session, {
        version: installationPaths().version,
        ...(await offeredServers(session, args, context)),
        allowWrites: args.isSet('allow-writes'),
        allowProduction,
        stdin: context.stdin,
        signal: context.signal,
      });
      return exitCodes.ok;
    },
    confirmationOf(allowProduction),
  );
};

// Only what the user said at the start counts: an assistant must not confirm by itself what a person should confirm.
function confirmationOf(allowed: readonly string[]): WriteConfirmation {
  const hint =
    'Ask the user to make the change in the studio, or to start this MCP server with --allow-production and the name of that server.';
  return {
    confirms: (serverName) => allowed.includes(serverName),
    typedName: null,
    hints: { write: hint, destroy: 'Ask the user to make the change in the studio.' },
  };
}

// A name that is misspelt would allow nothing, which would only show when it matters.
async function checkProduction(session: CliSession, allowed: readonly string[]): Promise<void> {
  const saved = await session.services.savedConnections();
  const names = saved.filter(({ production }) => production === true).map(({ name }) => name);
  const unknown = allowed.find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw usageError(
    `No saved server called "${unknown}" is marked as production.`,
    didYouMean(unknown, names, 'Marked as production:'),
  );
}

async function offeredServers(
  session: CliSession,
  args: CommandArguments,
  context: CliContext,
): Promise<OfferedServers> {
  const named = args.text('server') ?? context.env['REMOTE_GRAPH_STUDIO_SERVER'] ?? '';
  const place = named === '' ? null : await findPlace(session, named);
  const path = place !== null && 'path' in place ? [place.path] : [];
  const recordings = await Promise.all(
    [...path, ...args.list('recording')].map((file) => session.services.openRecording(file)),
  );
  const only = place === null || path.length > 0 ? null : await findServer(session, args, context, named);
  return { saved: place === null, only, recordings };
}
