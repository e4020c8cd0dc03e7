import { installationPaths } from '../../web-host/installation-paths.ts';
import type { CommandRun } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { serveMcp } from '../mcp/serve-mcp.ts';
import { withSession } from '../session/open-session.ts';
import { findServer } from '../session/pick-server.ts';

// An assistant must not confirm by itself what a person should.
const neverConfirmed = {
  isConfirmed: false,
  typedName: null,
  hints: {
    write:
      'Changes to production servers are not possible through MCP. Ask the user to make it in the studio.',
    destroy:
      'Changes to production servers are not possible through MCP. Ask the user to make it in the studio.',
  },
};

export const run: CommandRun = (args, context) =>
  withSession(
    args,
    context,
    async (session) => {
      const named = args.text('server') ?? context.env['REMOTE_GRAPH_STUDIO_SERVER'] ?? '';
      await serveMcp(session, {
        version: installationPaths().version,
        only: named === '' ? null : await findServer(session, args, context, named),
        allowWrites: args.isSet('allow-writes'),
        stdin: context.stdin,
        signal: context.signal,
      });
      return exitCodes.ok;
    },
    neverConfirmed,
  );
