import { escapeInvisibleLine } from '../../shared/escape-invisible.ts';
import { parseCommand } from './parse-command.ts';
import type { CliContext } from '../context.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import type { MainOptions } from '../main-options.ts';
import { createTerminal } from '../output/terminal.ts';
import { withServer, withSession } from '../session/open-session.ts';
import { graphSpec } from './graph-commands.ts';

const timeoutMs = 2_000;
const maxValues = 200;
const maxLength = 200;

// Prints names for a shell's completion, one a line: `__complete servers LINE`, `__complete assistants LINE`. Nothing on
// any failure: what is typed is not finished. Asks nobody, so a key of the environment goes only where it went before.
export async function completeValues(
  [kind = '', line = '']: readonly string[],
  { env, stdin, signal, stdout }: MainOptions,
): Promise<ExitCode> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeoutMs);
  const silent = { write: () => true };
  const context: CliContext = {
    terminal: createTerminal(silent, silent, {}),
    env,
    stdin,
    signal: AbortSignal.any([signal, limit.signal]),
    json: false,
    verbose: false,
    confirm: null,
    outliveOutput: () => undefined,
  };
  const server = serverIn(line);
  const args = parseCommand(graphSpec, server === null ? [] : ['--server', server]);
  const names = await (
    kind === 'assistants'
      ? withServer(args, context, ({ call, server: { connectionId } }) =>
          call('assistants.list', { connectionId }),
        )
      : withSession(args, context, ({ services }) => services.savedConnections())
  )
    .catch(() => [])
    .finally(() => clearTimeout(timer));
  for (const name of new Set(names.map((one) => one.name).slice(0, maxValues))) {
    // A name that is not shown as it is could not be typed either.
    if (name.length > maxLength || escapeInvisibleLine(name) !== name) continue;
    stdout.write(`${name}\n`);
  }
  return exitCodes.ok;
}

function serverIn(line: string): string | null {
  const [, quoted, doubleQuoted, plain] =
    /\s(?:--server|-s)(?:\s+|=)(?:'([^']*)'|"([^"]*)"|(\S+))/.exec(line) ?? [];
  return quoted ?? doubleQuoted ?? plain?.replaceAll(/\\(.)/g, '$1') ?? null;
}
