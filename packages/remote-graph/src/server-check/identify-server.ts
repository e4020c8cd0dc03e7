import { memberOf } from './expect.ts';
import { Finding, ServerCheckError } from './findings.ts';
import type { ServerProfile } from './profile.ts';
import { scrub } from './scrub.ts';
import type { Reply, WireClient } from './wire-client.ts';

const maxNameLength = 80;

export interface IdentifiedServer {
  readonly server: ServerProfile['server'];
  // Requests without a key are refused.
  readonly needsKey: boolean;
}

// Makes sure that the address is that of a graph server that lets the check in, and reads what it is. Throws a
// `ServerCheckError` that says what to do.
export async function identifyServer(
  wire: WireClient,
  hasKey: boolean,
  name: string | undefined,
  signal: AbortSignal,
): Promise<IdentifiedServer> {
  const search = await answer(wire, 'POST', '/assistants/search', signal);
  const replies = isList(search) ? [search] : [search, await answer(wire, 'POST', '/threads/search', signal)];
  if (!replies.some(isList)) throw notAGraphServer(replies);
  const needsKey = hasKey && isRefusal(await answer(wire, 'POST', '/assistants/search', signal, true));
  const info = await answer(wire, 'GET', '/info', signal).catch(() => null);
  return { server: serverOf(info === null ? null : parsed(info.text), name), needsKey };
}

async function answer(
  wire: WireClient,
  method: string,
  path: string,
  signal: AbortSignal,
  anonymous = false,
): Promise<Reply> {
  try {
    return await wire.send(method, path, method === 'GET' ? undefined : { limit: 1 }, { anonymous }, signal);
  } catch (error) {
    if (error instanceof Finding) {
      throw new ServerCheckError(`No graph server answers: ${error.message}.`, 'server');
    }
    throw error;
  }
}

function notAGraphServer(replies: readonly Reply[]): ServerCheckError {
  const refused = replies.find(isRefusal);
  if (refused !== undefined) {
    return new ServerCheckError(
      `The server refuses the check (${refused.status}). It needs an API key or a header.`,
      'refused',
    );
  }
  const answers = replies.map(({ request, status, headers, text }) => {
    const type = headers.get('content-type')?.split(';')[0] ?? 'no content type';
    const location = headers.get('location');
    const isRedirect = status >= 300 && status < 400 && location !== null && URL.canParse(location);
    const target = isRedirect ? `, points to ${new URL(location).origin}` : '';
    return `${request} answered ${status} (${type}${target}): ${scrub(text).slice(0, 80)}`;
  });
  return new ServerCheckError(
    `This is no graph server, or not its base address. ${answers.join('. ')}`.replace(/[:.\s]*$/, '.'),
    'server',
  );
}

function serverOf(info: unknown, name: string | undefined): ServerProfile['server'] {
  const versions = Object.entries(typeof info === 'object' && info !== null ? info : {})
    .filter(
      (entry): entry is [string, string] =>
        /^langgraph_\w+_version$/.test(entry[0]) && typeof entry[1] === 'string',
    )
    .map(([key, version]) => [key, bounded(version)]);
  const version = memberOf(info, 'version');
  return {
    name: bounded(name ?? nameOf(info)),
    version: typeof version === 'string' ? bounded(version) : null,
    versions: Object.fromEntries(versions) as Record<string, string>,
  };
}

function nameOf(info: unknown): string {
  if (memberOf(info, 'context') === 'js' || memberOf(info, 'langgraph_js_version') !== undefined) {
    return 'langgraph-api (JavaScript)';
  }
  if (memberOf(info, 'langgraph_py_version') !== undefined) return 'langgraph-api (Python)';
  const serverName = memberOf(info, 'name');
  return typeof serverName === 'string' && serverName !== '' ? serverName : 'unknown';
}

function bounded(text: string): string {
  return scrub(text).slice(0, maxNameLength);
}

function isList({ status, text }: Reply): boolean {
  return status === 200 && Array.isArray(parsed(text));
}

function isRefusal({ status }: Reply): boolean {
  return status === 401 || status === 403;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
