import type { KeyChange } from '../../shared/model/connection.ts';
import type { CommandArguments } from '../args/parse-command.ts';
import { usageError } from '../args/usage-error.ts';
import type { CommandRun } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { changeServers } from '../session/change-servers.ts';
import { keyInVariable } from '../session/environment-key.ts';

export const run: CommandRun = (args, context) => {
  const [name = '', url = ''] = args.positionals;
  const key = keyOf(args);
  return changeServers(context, async (services) => {
    const saved = await services.savedConnections();
    if (saved.some((one) => one.name === name)) {
      throw usageError(`A server "${name}" is already saved.`, 'Choose another name, or remove it first.');
    }
    const connection = await services.handlers.calls['connections.save'](
      { id: null, name, url, key, headers: [], ...(args.isSet('production') ? { production: true } : {}) },
      context.signal,
    );
    if (context.json)
      context.terminal.printJson({ id: connection.id, name: connection.name, url: connection.url });
    else context.terminal.print(`Saved ${connection.name}, ${connection.url ?? ''}.`);
    return exitCodes.ok;
  });
};

function keyOf(args: CommandArguments): KeyChange {
  const variable = args.text('key-env');
  if (variable === null) return { change: 'remove' };
  if (!args.isSet('unprotected')) {
    throw usageError(
      'The command line has no key store to protect the key.',
      'Add --unprotected to save it in plain text, or save the server without a key and name --key-env with each command.',
    );
  }
  const key = keyInVariable(variable);
  return key.change === 'set' ? { ...key, storage: 'plain' } : key;
}
