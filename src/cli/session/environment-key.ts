import { isLoopbackHost } from '../../services/network/localhost-lookup.ts';
import { systemErrorReason } from '../../services/storage/system-error-reason.ts';
import type { KeyChange } from '../../shared/model/connection.ts';
import type { EnvFindings } from '../../shared/model/env-findings.ts';
import type { CommandArguments } from '../args/parse-command.ts';
import { usageError } from '../args/usage-error.ts';
import type { CliContext } from '../context.ts';
import { readKeyHosts, rememberKeyHost } from './key-hosts.ts';
import type { CliSession } from './session.ts';

export type KeyOption = 'key-env' | 'to-key-env';

type FoundKey = EnvFindings['keys'][number];

// The key for an address that was typed. One that lies in the environment was set for some server, not for any: it is
// sent only where the user has said so, which a terminal asks once for each host. Throws `AppError` (`invalid-input`)
// where nobody can be asked, before anything is sent; a server of this machine then gets no key.
export async function keyForAddress(
  session: CliSession,
  args: CommandArguments,
  context: CliContext,
  address: string,
  option: KeyOption,
): Promise<KeyChange> {
  const named = namedKey(args, option);
  if (named !== null) return named;
  const key = await firstKey(session);
  // What is no address is refused when it is used.
  const url = URL.canParse(address) ? new URL(address) : null;
  if (key === null || url === null) return { change: 'remove' };
  const isAllowed = (await readKeyHosts()).get(url.origin) ?? (await ask(context, key, url.origin));
  if (isAllowed !== null) return isAllowed ? imported(key) : { change: 'remove' };
  const how = `Send it with --${option} ${key.variable}, or none with --no-key.`;
  if (isLoopbackHost(url.hostname)) {
    context.terminal.note(`The key in ${key.variable} is not sent to ${url.origin}. ${how}`);
    return { change: 'remove' };
  }
  throw usageError(
    `The key in ${key.variable} was never sent to ${url.origin}, and nobody can be asked. Nothing was sent.`,
    how,
  );
}

export async function keyBesideAddress(session: CliSession, args: CommandArguments): Promise<KeyChange> {
  const named = namedKey(args, 'key-env');
  if (named !== null) return named;
  const key = await firstKey(session);
  return key === null ? { change: 'remove' } : imported(key);
}

export function keyInVariable(variable: string): KeyChange {
  return { change: 'set', value: valueOfVariable(variable), storage: 'session' };
}

export function valueOfVariable(variable: string): string {
  const value = (process.env[variable] ?? '').trim();
  if (value === '') throw usageError(`The environment variable ${variable} is empty or not set.`);
  return value;
}

function namedKey(args: CommandArguments, option: KeyOption): KeyChange | null {
  if (args.isSet('no-key')) return { change: 'remove' };
  const variable = args.text(option);
  return variable === null ? null : keyInVariable(variable);
}

async function firstKey(session: CliSession): Promise<FoundKey | null> {
  const { keys } = await session.call('connections.readEnv', { text: null });
  return keys[0] ?? null;
}

const imported = ({ id }: FoundKey): KeyChange => ({ change: 'import', id, storage: 'session' });

async function ask(
  { confirm, terminal }: CliContext,
  { variable, last4 }: FoundKey,
  origin: string,
): Promise<boolean | null> {
  if (confirm === null) return null;
  const ending = last4 === null ? '' : ` (…${last4})`;
  const isAllowed = await confirm(`Send the API key in ${variable}${ending} to ${origin}?`);
  await rememberKeyHost(origin, isAllowed).catch((error: unknown) =>
    terminal.note(`The answer could not be stored: ${systemErrorReason(error)}. You will be asked again.`),
  );
  return isAllowed;
}
