import { usageError } from '../args/usage-error.ts';
import type { CommandRun } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { changeServers } from '../session/change-servers.ts';

export const run: CommandRun = (args, context) =>
  changeServers(context, async (services) => {
    const [name = ''] = args.positionals;
    const matches = (await services.savedConnections()).filter((one) => one.name === name || one.id === name);
    const [server] = matches;
    if (!server) throw usageError(`No saved server is called "${name}".`);
    if (matches.length > 1)
      throw usageError(`Several servers are called "${name}".`, 'Give its ID; see servers --json.');
    await services.handlers.calls['connections.remove']({ connectionId: server.id }, context.signal);
    if (context.json) context.terminal.printJson({ removed: server.id });
    else context.terminal.print(`Removed ${server.name}.`);
    return exitCodes.ok;
  });
