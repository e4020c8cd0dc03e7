import { pythonLiteral, pythonString } from './code-literals.ts';
import { keyVariable, type CodeServer } from './code-server.ts';
import { matchCall, newThreadPlaceholder, type CodeRequest, type MatchedCall } from './match-call.ts';

/**
 * A request as a program with the Python SDK. `newThreadGraph`: creates the thread `{thread_id}` first, for this
 * graph.
 */
export function pythonCode(
  request: CodeRequest,
  server: CodeServer,
  newThreadGraph: string | null = null,
): string {
  return [
    ...pythonSetup(server),
    ...(newThreadGraph === null
      ? []
      : [`thread = client.threads.create(graph_id=${pythonString(newThreadGraph)})`]),
    ...pythonStatements(request),
    '',
  ].join('\n');
}

/** Lines that make the client. */
export function pythonSetup({ url, hasKey, headers }: CodeServer): string[] {
  const setup = [
    `    url=${pythonString(url)},`,
    // Without it the SDK would send a key that it finds in the environment.
    `    api_key=${hasKey ? `os.environ["${keyVariable}"]` : 'None'},`,
    ...(headers.length === 0
      ? []
      : [
          '    headers={',
          ...headers.map(
            ({ name, variable, prefix }) =>
              `        ${pythonString(name)}: ${prefix === '' ? '' : `${pythonString(prefix)} + `}os.environ["${variable}"],`,
          ),
          '    },',
        ]),
  ];
  return [
    ...(hasKey || headers.length > 0 ? ['import os', ''] : []),
    'from langgraph_sdk import get_sync_client',
    '',
    'client = get_sync_client(',
    ...setup,
    ')',
  ];
}

/** Lines that make a request; unless it streams, its result is in `result`. */
export function pythonStatements(request: CodeRequest): string[] {
  const matched = matchCall(request, 'python');
  return matched === null ? plainRequest(request) : sdkCall(matched);
}

function sdkCall({ call, positional, named, batch }: MatchedCall): string[] {
  const given = positional.map(({ text }) =>
    text === null
      ? 'None'
      : text === JSON.stringify(newThreadPlaceholder)
        ? 'thread["thread_id"]'
        : pythonLiteral(text),
  );
  const all = [
    ...given,
    ...named.map(({ name, text }) => `${name}=${pythonLiteral(text)}`),
    ...(call.isBatch ? [pythonLiteral(`[${batch.join(',')}]`)] : []),
  ];
  const name = call.name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return call.isStream === true
    ? [`for part in client.${name}${argumentsOf(all)}:`, '    print(part.event, part.data)']
    : [`result = client.${name}${argumentsOf(all)}`, 'print(result)'];
}

function plainRequest({ method, path, requestBody }: CodeRequest): string[] {
  const body = requestBody === null ? null : jsonLiteral(requestBody);
  const needsBody = method === 'POST' && body === null;
  const all = [pythonString(path), ...(body !== null ? [`json=${body}`] : needsBody ? ['json=None'] : [])];
  return [
    '# The SDK has no method for this request.',
    `result = client.http.${method.toLowerCase()}${argumentsOf(all)}`,
    'print(result)',
  ];
}

function jsonLiteral(body: string): string {
  try {
    return pythonLiteral(body);
  } catch {
    return pythonString(body);
  }
}

function argumentsOf(all: readonly string[]): string {
  const [only] = all;
  if (only === undefined) return '()';
  if (all.length === 1 && !only.includes('\n')) return `(${only})`;
  return `(\n${all.map((one) => `    ${one.replaceAll('\n', '\n    ')},\n`).join('')})`;
}
