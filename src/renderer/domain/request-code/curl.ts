import type { Connection } from '../../../shared/model/connections/connection.ts';
import type { RequestEntry } from '../../../shared/model/request-log.ts';
import { codeServer, keyVariable } from './code-server.ts';

/**
 * A word for bash or zsh, quoted if needed. Control characters are escaped, because a terminal would act on
 * them when pasted.
 */
function quote(argument: string): string {
  if ([...argument].some(isControl)) {
    const escaped = [...argument].map((one) => (isControl(one) || /[\\']/.test(one) ? escapeOf(one) : one));
    return `$'${escaped.join('')}'`;
  }
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", String.raw`'\''`)}'`;
}

function isControl(character: string): boolean {
  return character < ' ' || character === '\u007f';
}

function escapeOf(character: string): string {
  if (character === '\n') return String.raw`\n`;
  if (character === '\t') return String.raw`\t`;
  if (character === '\\' || character === "'") return `\\${character}`;
  return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
}

/**
 * A header whose value is a shell variable. If it is not set, the shell stops before curl and says what to
 * set.
 */
function secretHeader(name: string, variable: string, hint: string, prefix = ''): string {
  return `-H ${quote(`${name}: ${prefix}`)}"\${${variable}:?${hint}}"`;
}

/**
 * The request as a curl command for bash or zsh. The key and the values of custom headers are variables,
 * because the window never has them (row E-19). `connection` is `null` if it was removed.
 */
export function curlCommand(
  entry: Pick<RequestEntry, 'method' | 'path' | 'requestBody'>,
  connection: Connection | null,
): string {
  const server = codeServer(connection);
  const url = `${server.url}${entry.path}`;
  const body = entry.requestBody;
  // curl would expand brackets and braces.
  const literally = /[[\]{}]/.test(url) ? ' --globoff' : '';
  const parts = [
    `curl${literally}${entry.method === 'GET' ? '' : ` -X ${quote(entry.method)}`} ${quote(url)}`,
    server.hasKey ? secretHeader('x-api-key', keyVariable, 'set it to the API key of this server') : null,
    ...server.headers.map(({ name, variable, hint, prefix }) => secretHeader(name, variable, hint, prefix)),
    body !== null ? `-H ${quote('content-type: application/json')}` : null,
    body !== null ? `--data-raw ${quote(body)}` : null,
  ];
  return parts.filter((part) => part !== null).join(' \\\n  ');
}
