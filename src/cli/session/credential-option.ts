import { resolve } from 'node:path';
import { splitCommandLine } from '../../shared/command-line.ts';
import type { ConnectionDraft } from '../../shared/model/connection.ts';
import type { CommandArguments } from '../args/parse-command.ts';
import { usageError } from '../args/usage-error.ts';

/**
 * The part of a server's draft that `--credential-command` sets; whoever typed the command has agreed to it. `null`
 * without the option.
 */
export function credentialIn(
  args: CommandArguments,
): Pick<ConnectionDraft, 'key' | 'credential' | 'allowsCommand'> | null {
  const line = args.text('credential-command');
  if (line === null) return null;
  if (args.text('key-env') !== null)
    throw usageError('--key-env and --credential-command name two credentials.', 'Give one of them.');
  const [program, ...words] = splitCommandLine(line) ?? [];
  if (program === undefined)
    throw usageError(
      'The value of --credential-command is not a command: it is empty, or a quote is not closed.',
    );
  return {
    key: { change: 'remove' },
    credential: { kind: 'command', command: [fromHere(program), ...words], header: 'authorization' },
    allowsCommand: true,
  };
}

// Credential commands run in the home folder. A program without a folder is looked for on the path.
function fromHere(program: string): string {
  return /[\\/]/.test(program) ? resolve(program) : program;
}
