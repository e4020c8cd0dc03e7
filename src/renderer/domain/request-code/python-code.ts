import { exceedsPython, pythonLiteral, pythonString } from './code-literals.ts';
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
  const { requestBody } = request;
  return [
    ...(requestBody !== null && hasTooLongNumber(requestBody)
      ? ['# A number below is beyond what the SDK can send. curl sends it as it is.']
      : []),
    ...(matched === null ? plainRequest(request) : sdkCall(matched)),
  ];
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
  const needsBody = method !== 'GET' && method !== 'DELETE';
  const json = body !== null ? [`json=${body}`] : needsBody ? ['json=None'] : [];
  const comment = '# The SDK has no method for this request.';
  if (isStreamPath(path)) {
    const all = argumentsOf([pythonString(path), pythonString(method), ...json]);
    return [comment, `for part in client.http.stream${all}:`, '    print(part.event, part.data)'];
  }
  const all = argumentsOf([pythonString(path), ...json]);
  return [comment, `result = client.http.${method.toLowerCase()}${all}`, 'print(result)'];
}

/** Answers of these are events, which are no JSON. */
const isStreamPath = (path: string): boolean => /\/stream(?:\/events)?(?:\?|$)/.test(path);

function hasTooLongNumber(body: string): boolean {
  try {
    return exceedsPython(body);
  } catch {
    return false;
  }
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
