import type { Connection } from '../../../shared/model/connection.ts';
import { shellTemplate, shellWord } from '../../../shared/code/shell.ts';
import {
  jsonTemplate,
  pathTemplate,
  withoutVariables,
  type Substitute,
} from '../../../shared/code/template.ts';
import { codeServer, keyVariable } from './code-server.ts';
import type { CodeRequest } from './match-call.ts';

// A header whose value is a shell variable. If it is not set, the shell stops before curl and says what to
// set.
function secretHeader(name: string, variable: string, hint: string, prefix = ''): string {
  return `-H ${shellWord(`${name}: ${prefix}`)}"\${${variable}:?${hint}}"`;
}

// The request as a curl command for bash or zsh. The key and the values of custom headers are variables,
// because the window never has them. `connection` is `null` if it was removed. `substitute` finds the
// variables of a longer script.
export function curlCommand(
  { method, path, requestBody }: CodeRequest,
  connection: Connection | null,
  substitute: Substitute = withoutVariables,
): string {
  const server = codeServer(connection);
  // curl would expand brackets and braces.
  const literally = /[[\]{}]/.test(server.url + path) ? ' --globoff' : '';
  const url = shellTemplate([server.url, ...pathTemplate(path, substitute)]);
  const parts = [
    `curl${literally}${method === 'GET' ? '' : ` -X ${shellWord(method)}`} ${url}`,
    server.hasKey ? secretHeader('x-api-key', keyVariable, 'set it to the API key of this server') : null,
    ...server.headers.map(({ name, variable, hint, prefix }) => secretHeader(name, variable, hint, prefix)),
    requestBody === null ? null : `-H ${shellWord('content-type: application/json')}`,
    requestBody === null ? null : `--data-raw ${shellTemplate(jsonTemplate(requestBody, substitute))}`,
  ];
  return parts.filter((part) => part !== null).join(' \\\n  ');
}
