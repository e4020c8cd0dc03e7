import { randomUUID } from 'node:crypto';
import { apiKeyVariables } from 'remote-graph-client/client';
import { AppError } from '../../shared/app-error.ts';
import type { ConnectionDraft, KeyChange } from '../../shared/model/connection.ts';
import type { EnvFindings } from '../../shared/model/env-findings.ts';
import type { Scrubber } from '../logging/scrubber.ts';
import { parseServerUrl } from './connection-url.ts';
import { last4Of } from './secret-store.ts';

// A draft whose key is not imported but given, kept or removed.
export type StorableDraft = Omit<ConnectionDraft, 'key'> & {
  readonly key: Exclude<KeyChange, { readonly change: 'import' }>;
};

// Keys of environment files and of the process, which only the user's choice makes a server's.
interface EnvImport {
  // The keys of official clients and the server addresses in a `.env` text, or (`null`) in the environment of
  // the studio's process, which is read at this moment only. Values of keys stay here.
  find(text: string | null): EnvFindings;
  // Replaces an imported key by its value. Throws `not-found` if it was found too long ago.
  resolve(draft: ConnectionDraft): StorableDraft;
}

const maxKeys = 30;
const maxAddresses = 20;

export function createEnvImport(options: {
  readonly environment: () => Readonly<Record<string, string | undefined>>;
  readonly scrubber: Pick<Scrubber, 'add'>;
}): EnvImport {
  const { environment, scrubber } = options;
  const values = new Map<string, string>();

  const remember = (value: string): string => {
    scrubber.add(value);
    const id = randomUUID();
    values.set(id, value);
    const [oldest] = values.keys();
    if (values.size > maxKeys && oldest !== undefined) values.delete(oldest);
    return id;
  };

  return {
    find(text) {
      const entries = text === null ? entriesOf(environment()) : parseEnv(text);
      const keys = apiKeyVariables.flatMap((variable) => {
        const value = cleanKey(entries.find(({ name }) => name === variable)?.value ?? '');
        return value === '' ? [] : [{ id: remember(value), variable, last4: last4Of(value) }];
      });
      return { keys, addresses: entries.flatMap(addressIn).slice(0, maxAddresses) };
    },
    resolve(draft) {
      const { key } = draft;
      if (key.change !== 'import') return { ...draft, key };
      const value = values.get(key.id);
      if (value === undefined) {
        throw new AppError('not-found', 'The imported key is no longer available.', {
          hint: 'Import it again.',
          details: { where: 'key' },
        });
      }
      return { ...draft, key: { change: 'set', value, storage: key.storage } };
    },
  };
}

function entriesOf(environment: Readonly<Record<string, string | undefined>>): readonly EnvEntry[] {
  return Object.entries(environment).map(([name, value = '']) => ({ name, value }));
}

// As the official clients do (docs/protocol.md, API keys).
function cleanKey(value: string): string {
  return value.trim().replaceAll(/^["']|["']$/g, '');
}

// Variables with the address of a graph server. Others, such as a model's endpoint, are none.
const addressName = /^(?:LANGGRAPH|LANGSMITH|LANGCHAIN|REMOTE_GRAPH)\w*(?:URL|DEPLOYMENT|SERVER)$/i;

// Where this studio itself is reached (`web-host-environment.ts`).
const ownAddressName = 'REMOTE_GRAPH_STUDIO_PUBLIC_URL';

function addressIn({ name, value }: EnvEntry): EnvFindings['addresses'] {
  if (!addressName.test(name) || name === ownAddressName) return [];
  try {
    return [{ variable: name, url: parseServerUrl(value).url }];
  } catch {
    // Not an address, or one with a password in it.
    return [];
  }
}

interface EnvEntry {
  readonly name: string;
  readonly value: string;
}

const maxLines = 5000;

// Reads the text of a `.env` file: `NAME=value`, also with `export`, quotes and comments. A name that comes
// again replaces the first. Lines in other forms, also of values over several lines, are skipped.
export function parseEnv(text: string): readonly EnvEntry[] {
  const entries = new Map<string, string>();
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/, maxLines)) {
    const [, name, rest = ''] = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=(.*)$/.exec(line) ?? [];
    if (name !== undefined) entries.set(name, valueOf(rest.trim()));
  }
  return [...entries].map(([name, value]) => ({ name, value }));
}

// Without quotes; an unquoted value ends at a comment.
function valueOf(text: string): string {
  const quoted = /^(["'])(.*?)\1\s*(?:#.*)?$/.exec(text)?.[2];
  return quoted ?? text.replace(/(^|\s)#.*$/, '').trim();
}
