import type { Connection } from '../../../shared/model/connection.ts';
import { codeServer } from './code-server.ts';
import { curlCommand } from './curl.ts';
import type { CodeRequest } from './match-call.ts';
import { pythonCode } from './python-code.ts';
import { scriptCode } from './script-code.ts';
import type { CodeLanguage } from './sdk-calls.ts';

export type CodeForm = 'curl' | CodeLanguage;

export const codeForms: readonly { readonly value: CodeForm; readonly label: string }[] = [
  { value: 'curl', label: 'curl' },
  { value: 'python', label: 'Python SDK' },
  { value: 'typescript', label: 'TypeScript SDK' },
  { value: 'client', label: 'remote-graph-client' },
];

/**
 * A request as a command or a program that makes it again. Secrets are environment variables. `newThreadGraph`:
 * the request is for a thread that does not exist yet, of this graph; curl has a placeholder there.
 */
export function requestCode(
  form: CodeForm,
  request: CodeRequest,
  connection: Connection | null,
  newThreadGraph: string | null = null,
): string {
  if (form === 'curl') return curlCommand(request, connection);
  const server = codeServer(connection);
  return form === 'python'
    ? pythonCode(request, server, newThreadGraph)
    : scriptCode(form, request, server, newThreadGraph);
}
