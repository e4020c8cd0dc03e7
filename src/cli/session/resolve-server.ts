import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Connection, ConnectionDraft } from '../../shared/model/connection.ts';
import { isSameServer } from '../../shared/model/studio-link.ts';
import type { CommandArguments } from '../args/parse-command.ts';
import { closestName } from '../args/closest-name.ts';
import { usageError } from '../args/usage-error.ts';
import type { CliContext } from '../context.ts';
import { credentialIn } from './credential-option.ts';
import { headersIn, type HeaderOption } from './header-options.ts';
import { keyBesideAddress, keyForAddress, keyInVariable, type KeyOption } from './environment-key.ts';
import type { PickedServer, CliSession } from './session.ts';

/** Finds the server that the options or the environment name. Throws `AppError` (`invalid-input`) without one. */
export async function resolveServer(
  session: CliSession,
  args: CommandArguments,
  context: CliContext,
): Promise<PickedServer> {
  const named = args.text('server') ?? context.env['REMOTE_GRAPH_STUDIO_SERVER'] ?? '';
  return named === '' ? pickUsual(session, args) : findServer(session, args, context, named);
}

/**
 * A server by its saved name or its address, or a recording by its file, which can only be read. Throws `AppError`
 * (`invalid-input`) for an unknown name, or a file that is no recording. `keyOption`: names the variable of its key.
 */
export async function findServer(
  session: CliSession,
  args: CommandArguments,
  context: CliContext,
  nameOrAddress: string,
  keyOption: KeyOption = 'key-env',
): Promise<PickedServer> {
  const place = await findPlace(session, nameOrAddress);
  if ('path' in place) {
    const { id, name } = await session.services.openRecording(place.path);
    return { connectionId: id, name, url: '' };
  }
  if ('saved' in place) return fromSaved(session, args, place.saved, keyOption);
  const credential = keyOption === 'key-env' ? credentialIn(args) : null;
  const key = credential ?? { key: await keyForAddress(session, args, context, place.address, keyOption) };
  return fromAddress(session, keyOption === 'key-env' ? headersIn(args) : [], key, place.address);
}

// What a name or address means: nothing is opened, and no key is read. Names of servers win over those of files.
export type NamedPlace =
  | { readonly saved: Connection }
  | { readonly address: string }
  /** A recording. */
  | { readonly path: string };

/** Throws `AppError` (`invalid-input`) for an unknown name. */
export async function findPlace(session: CliSession, nameOrAddress: string): Promise<NamedPlace> {
  const connections = await session.services.savedConnections();
  const saved = findByName(connections, nameOrAddress);
  if (saved) return { saved };
  if (/^https?:\/\//i.test(nameOrAddress)) return { address: nameOrAddress };
  if (await isRecordingPath(nameOrAddress)) return { path: resolve(nameOrAddress) };
  const names = connections.map(({ name }) => `"${name}"`).join(', ');
  const closest = closestName(
    nameOrAddress,
    connections.map(({ name }) => name),
  );
  const isPath = /[\\/]|\.zip$/i.test(nameOrAddress);
  throw usageError(
    isPath
      ? `There is no recording "${nameOrAddress}", and no saved server with this name.`
      : `No saved server is called "${nameOrAddress}".`,
    [
      closest === null ? null : `Did you mean "${closest}"?`,
      names === ''
        ? 'No server is saved. Give its address, or save it with servers add.'
        : `Saved servers: ${names}.`,
    ]
      .filter((part) => part !== null)
      .join(' '),
  );
}

// Any file: why it is no recording is said when it is opened. A folder may be anything, unless it has a
// manifest.
async function isRecordingPath(nameOrAddress: string): Promise<boolean> {
  const about = await stat(nameOrAddress).catch(() => null);
  if (!about?.isDirectory()) return about !== null;
  const manifest = await stat(join(nameOrAddress, 'manifest.json')).catch(() => null);
  return manifest !== null || /[\\/]/.test(nameOrAddress);
}

function findByName(saved: readonly Connection[], nameOrAddress: string): Connection | null {
  const byName = saved.filter(({ name }) => name === nameOrAddress);
  if (byName.length > 1)
    throw usageError(`Several servers are called "${nameOrAddress}".`, 'Name it by its address.');
  return byName[0] ?? saved.find(({ url }) => url !== null && isSameServer(url, nameOrAddress)) ?? null;
}

// Without a name: the only saved server, else the address in the environment.
async function pickUsual(session: CliSession, args: CommandArguments): Promise<PickedServer> {
  const saved = await session.services.savedConnections();
  const [only] = saved;
  if (only && saved.length === 1) return fromSaved(session, args, only, 'key-env');
  const { addresses } = await session.call('connections.readEnv', { text: null });
  const [address] = addresses;
  if (address && saved.length === 0) {
    // Who has set both variables has said where the key goes.
    const key = credentialIn(args) ?? { key: await keyBesideAddress(session, args) };
    return fromAddress(session, headersIn(args), key, address.url);
  }
  throw usageError(
    saved.length === 0 ? 'No server is named, and none is saved.' : 'Several servers are saved.',
    'Name one with --server, by its name or address.',
  );
}

// A saved server with its own key, or with the one in the variable that an option names.
async function fromSaved(
  session: CliSession,
  args: CommandArguments,
  saved: Connection,
  keyOption: KeyOption,
): Promise<PickedServer> {
  const variable = args.text(keyOption);
  const added = keyOption === 'key-env' ? headersIn(args) : [];
  const credentialDraft = keyOption === 'key-env' ? credentialIn(args) : null;
  if (variable !== null || added.length > 0 || credentialDraft !== null) {
    const { id, name, url, headers, trust, credential, production, timeoutSeconds } = saved;
    const replaced = new Set(added.map((header) => header.name.toLowerCase()));
    const storedHeaders = headers.filter((header) => !replaced.has(header.name.toLowerCase()));
    await session.call('connections.save', {
      id,
      name,
      url: url ?? '',
      key: variable === null ? { change: 'keep' } : keyInVariable(variable),
      headers: [...storedHeaders.map((header) => ({ name: header.name, value: null })), ...added],
      // A key that is named takes the place of a credential.
      ...(credential === undefined || variable !== null ? {} : { credential: credential.source }),
      ...(trust === undefined ? {} : { trust: { caText: trust.caText, insecure: trust.insecure } }),
      ...(production === undefined ? {} : { production }),
      ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
      ...credentialDraft,
    });
  }
  return { connectionId: saved.id, name: saved.name, url: saved.url ?? '' };
}

async function fromAddress(
  session: CliSession,
  headers: readonly HeaderOption[],
  credential: Pick<ConnectionDraft, 'key' | 'credential' | 'allowsCommand'>,
  url: string,
): Promise<PickedServer> {
  const connection = await session.call('connections.save', {
    id: null,
    name: url.slice(0, 200),
    url,
    ...credential,
    headers: [...headers],
  });
  return { connectionId: connection.id, name: url, url: connection.url ?? url };
}
