import type { Connection, ConnectionDraft } from '../../shared/model/connection.ts';
import { ServerFile, type ExportedServer } from '../../shared/model/server-file.ts';

// The saved servers as the text of a file. The window has no secrets, so none can be in it.
export function serverFileText(connections: readonly Connection[]): string {
  const servers = connections.flatMap((connection): ExportedServer[] => {
    const { kind, name, url, key, headers, trust, credential, production, group, color, timeoutSeconds } =
      connection;
    // The demo server is everywhere. A certificate that is not verified stays a choice made on each computer.
    if (kind !== 'remote' || url === null) return [];
    return [
      {
        name,
        url,
        hasKey: key.storage !== 'none',
        headerNames: headers.map((header) => header.name),
        certificates: trust?.caText ?? null,
        ...(credential === undefined ? {} : { credential: credential.source }),
        ...(production === undefined ? {} : { production }),
        ...(group === undefined ? {} : { group }),
        ...(color === undefined ? {} : { color }),
        ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
      },
    ];
  });
  const file: ServerFile = { format: 'remotegraph-studio-servers', version: 1, servers };
  return `${JSON.stringify(file, null, 2)}\n`;
}

// Larger files hold no list of servers, in bytes.
const maxBytes = 8 * 2 ** 20;

// The message is shown to the user.
export class ServerFileError extends Error {}

// Reads an exported file. Throws `ServerFileError`.
export async function readServerFile(file: Blob): Promise<readonly ExportedServer[]> {
  if (file.size > maxBytes) throw new ServerFileError('This file is too large to be a list of servers.');
  let value: unknown;
  try {
    value = JSON.parse(await file.text());
  } catch {
    throw new ServerFileError('This file is not JSON. Choose a file that the studio exported.');
  }
  const parsed = ServerFile.safeParse(value).data;
  if (!parsed) throw new ServerFileError('This file is not a list of servers that this version can read.');
  return parsed.servers;
}

// A new connection for an exported server, without key and headers: their values are not in the file.
export function draftOfExported(server: ExportedServer): ConnectionDraft {
  const { name, url, certificates, credential, production, group, color, timeoutSeconds } = server;
  return {
    id: null,
    name,
    url,
    key: { change: 'remove' },
    headers: [],
    trust: { caText: certificates, insecure: false },
    ...(credential === undefined ? {} : { credential }),
    production,
    group,
    color,
    timeoutSeconds,
  };
}

// What has to be entered after the import, as a sentence; `null` for nothing.
export function missingText({ hasKey, headerNames, credential }: ExportedServer): string | null {
  const missing = [...(hasKey ? ['its API key'] : []), ...headerNames.map((name) => `header ${name}`)];
  const sentences = [
    ...(missing.length === 0 ? [] : [`Then enter ${missing.join(', ')}.`]),
    ...(credential?.kind === 'command' ? ['Then allow its credential command.'] : []),
    ...(credential?.kind === 'oauth' ? ['Then sign in.'] : []),
  ];
  return sentences.length === 0 ? null : sentences.join(' ');
}
