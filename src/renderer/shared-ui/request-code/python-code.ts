import {
  exceedsPython,
  pythonLiteral,
  pythonString,
  pythonText,
} from '../../../shared/code/code-literals.ts';
import { isIdKey, pathTemplate, withoutVariables, type Substitute } from '../../../shared/code/template.ts';
import { keyVariable, type CodeServer } from './code-server.ts';
import { matchCall, newThreadIs, type CodeRequest, type MatchedCall } from './match-call.ts';

// A request as a program with the Python SDK. `newThreadGraph`: creates the thread `{thread_id}` first, for this
// graph.
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
    ...pythonStatements(
      request,
      newThreadGraph === null ? withoutVariables : newThreadIs('thread["thread_id"]'),
    ),
    '',
  ].join('\n');
}

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

// Lines that make a request; unless it streams, its result is in `result`. `substitute` finds the variables of a script.
export function pythonStatements(request: CodeRequest, substitute: Substitute = withoutVariables): string[] {
  const matched = matchCall(request, 'python');
  const { requestBody } = request;
  return [
    ...(requestBody !== null && hasTooLongNumber(requestBody)
      ? ['# A number below is beyond what the SDK can send. curl sends it as it is.']
      : []),
    ...(matched === null ? plainRequest(request, substitute) : sdkCall(matched, substitute)),
  ];
}

function sdkCall({ call, positional, named, batch }: MatchedCall, substitute: Substitute): string[] {
  const valueOf = (name: string | null, text: string): string =>
    pythonLiteral(text, { substitute, isId: name !== null && isIdKey(name) });
  const all = [
    ...positional.map(({ name, text }) => (text === null ? 'None' : valueOf(name, text))),
    ...named.map(({ name, text }) => `${name}=${valueOf(name, text)}`),
    ...(call.isBatch ? [valueOf(null, `[${batch.join(',')}]`)] : []),
  ];
  const name = call.name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return call.isStream === true
    ? [`for part in client.${name}${argumentsOf(all)}:`, '    print(part.event, part.data)']
    : [`result = client.${name}${argumentsOf(all)}`, 'print(result)'];
}

function plainRequest({ method, path, requestBody }: CodeRequest, substitute: Substitute): string[] {
  const body = requestBody === null ? null : jsonLiteral(requestBody, substitute);
  const needsBody = method !== 'GET' && method !== 'DELETE';
  const json = body !== null ? [`json=${body}`] : needsBody ? ['json=None'] : [];
  const comment = '# The SDK has no method for this request.';
  const address = pythonText(pathTemplate(path, substitute));
  const verb = httpMethods.get(method);
  if (isStreamPath(path) || verb === undefined) {
    const all = argumentsOf([address, pythonString(method), ...json]);
    return [comment, `for part in client.http.stream${all}:`, '    print(part.event, part.data)'];
  }
  const all = argumentsOf([address, ...json]);
  return [comment, `result = client.http.${verb}${all}`, 'print(result)'];
}

const httpMethods: ReadonlyMap<string, string> = new Map([
  ['GET', 'get'],
  ['POST', 'post'],
  ['PUT', 'put'],
  ['PATCH', 'patch'],
  ['DELETE', 'delete'],
]);

// Answers of these are events, which are no JSON.
const isStreamPath = (path: string): boolean => /\/stream(?:\/events)?(?:\?|$)/.test(path);

function hasTooLongNumber(body: string): boolean {
  try {
    return exceedsPython(body);
  } catch {
    return false;
  }
}

function jsonLiteral(body: string, substitute: Substitute): string {
  try {
    return pythonLiteral(body, { substitute });
  } catch {
    // It is no JSON.
    return pythonString(body);
  }
}

function argumentsOf(all: readonly string[]): string {
  const [only] = all;
  if (only === undefined) return '()';
  if (all.length === 1 && !only.includes('\n')) return `(${only})`;
  return `(\n${all.map((one) => `    ${one.replaceAll('\n', '\n    ')},\n`).join('')})`;
}
