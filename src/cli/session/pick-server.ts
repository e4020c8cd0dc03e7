import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Connection, KeyChange } from '../../shared/model/connections/connection.ts';
import { isSameServer } from '../../shared/model/studio-link.ts';
import type { CommandArguments } from '../args/parse-command.ts';
import { usageError } from '../args/usage-error.ts';
import type { CliContext } from '../context.ts';
import type { PickedServer, CliSession } from './session.ts';

/** Finds the server that the options or the environment name. Throws `AppError` (`invalid-input`) without one. */
export async function pickServer(
  session: CliSession,
  args: CommandArguments,
  context: CliContext,
): Promise<PickedServer> {
  const named = args.text('server') ?? context.env['REMOTE_GRAPH_STUDIO_SERVER'] ?? '';
  return named === '' ? pickUsual(session, args) : findServer(session, args, named);
}

/**
 * A server by its saved name or its address, or a recording by its file, which can only be read. Throws `AppError`
 * (`invalid-input`) for an unknown name, or a file that is no recording.
 */
export async function findServer(
  session: CliSession,
  args: CommandArguments,
  named: string,
): Promise<PickedServer> {
  const found = await findServerOrFile(session, args, named);
  if (!('path' in found)) return found;
  const { id, name } = await session.services.openRecording(found.path);
  return { connectionId: id, name, url: '' };
}

/** The same, but a recording is not opened yet. Names of servers win over those of files. */
export async function findServerOrFile(
  session: CliSession,
  args: CommandArguments,
  named: string,
): Promise<PickedServer | { readonly path: string }> {
  const saved = await session.services.savedConnections();
  const known = matching(saved, named);
  if (known) return fromSaved(session, args, known);
  if (/^https?:\/\//i.test(named)) return fromAddress(session, args, named);
  if (await isRecordingPath(named)) return { path: resolve(named) };
  const names = saved.map(({ name }) => `"${name}"`).join(', ');
  const isPath = /[\\/]|\.zip$/i.test(named);
  throw usageError(
    isPath
      ? `There is no recording "${named}", and no saved server of this name.`
      : `No saved server is called "${named}".`,
    names === ''
      ? 'No server is saved. Give its address, or save it with servers add.'
      : `Saved are: ${names}.`,
  );
}

/** Any file: why it is no recording is said when it is opened. A folder may be anything, unless it has a manifest. */
async function isRecordingPath(named: string): Promise<boolean> {
  const about = await stat(named).catch(() => null);
  if (!about?.isDirectory()) return about !== null;
  const manifest = await stat(join(named, 'manifest.json')).catch(() => null);
  return manifest !== null || /[\\/]/.test(named);
}

function matching(saved: readonly Connection[], named: string): Connection | null {
  const byName = saved.filter(({ name }) => name === named);
  if (byName.length > 1)
    throw usageError(`Several servers are called "${named}".`, 'Name it by its address.');
  return byName[0] ?? saved.find(({ url }) => url !== null && isSameServer(url, named)) ?? null;
}

/** Without a name: the only saved server, else the address in the environment. */
async function pickUsual(session: CliSession, args: CommandArguments): Promise<PickedServer> {
  const saved = await session.services.savedConnections();
  const [only] = saved;
  if (only && saved.length === 1) return fromSaved(session, args, only);
  const { addresses } = await session.call('connections.readEnv', { text: null });
  const [address] = addresses;
  if (address && saved.length === 0) return fromAddress(session, args, address.url);
  throw usageError(
    saved.length === 0 ? 'No server is named, and none is saved.' : 'Several servers are saved.',
    'Name one with --server, by its name or address.',
  );
}

/** A saved server with its own key, or with the one in the variable that --key-env names. */
async function fromSaved(
  session: CliSession,
  args: CommandArguments,
  saved: Connection,
): Promise<PickedServer> {
  const variable = args.text('key-env');
  if (variable !== null) {
    const { id, name, url, headers, trust, production, timeoutSeconds } = saved;
    await session.call('connections.save', {
      id,
      name,
      url: url ?? '',
      key: keyInVariable(variable),
      headers: headers.map((header) => ({ name: header.name, value: null })),
      ...(trust === undefined ? {} : { trust: { caText: trust.caText, insecure: trust.insecure } }),
      ...(production === undefined ? {} : { production }),
      ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
    });
  }
  return { connectionId: saved.id, name: saved.name, url: saved.url ?? '' };
}

/** Any server, with the key of the official clients' variables unless --no-key. */
async function fromAddress(session: CliSession, args: CommandArguments, url: string): Promise<PickedServer> {
  const connection = await session.call('connections.save', {
    id: null,
    name: url.slice(0, 200),
    url,
    key: await keyForAddress(session, args),
    headers: [],
  });
  return { connectionId: connection.id, name: url, url: connection.url ?? url };
}

async function keyForAddress(session: CliSession, args: CommandArguments): Promise<KeyChange> {
  if (args.isSet('no-key')) return { change: 'remove' };
  const variable = args.text('key-env');
  if (variable !== null) return keyInVariable(variable);
  const { keys } = await session.call('connections.readEnv', { text: null });
  const [key] = keys;
  return key === undefined ? { change: 'remove' } : { change: 'import', id: key.id, storage: 'session' };
}

/** The key that an environment variable holds, for this process only. */
export function keyInVariable(variable: string): KeyChange {
  const value = (process.env[variable] ?? '').trim();
  if (value === '') throw usageError(`The environment variable ${variable} is empty or not set.`);
  return { change: 'set', value, storage: 'session' };
}
