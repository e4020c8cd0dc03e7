import { memberTexts } from 'exact-json';
import {
  losesDigits,
  scriptKey,
  scriptLiteral,
  scriptString,
  scriptText,
} from '../../../shared/code/code-literals.ts';
import {
  isIdKey,
  jsonTemplate,
  pathTemplate,
  withoutVariables,
  type Substitute,
} from '../../../shared/code/template.ts';
import { keyVariable, type CodeServer } from './code-server.ts';
import { matchCall, newThreadIs, type CodeRequest, type MatchedCall } from './match-call.ts';
import type { CodeLanguage } from './sdk-calls.ts';

export type ScriptLanguage = Exclude<CodeLanguage, 'python'>;

// A request as a program with the TypeScript SDK, or with our client, which keeps numbers that JavaScript can't
// hold. `newThreadGraph`: creates the thread `{thread_id}` first, for this graph.
export function scriptCode(
  language: ScriptLanguage,
  request: CodeRequest,
  server: CodeServer,
  newThreadGraph: string | null = null,
): string {
  const isPlain = matchCall(request, language) === null && newThreadGraph === null;
  const substitute = newThreadGraph === null ? withoutVariables : newThreadIs('thread.thread_id');
  const call = scriptStatements(language, request, server, { substitute });
  if (isPlain) return [...call, ''].join('\n');
  return [
    ...scriptSetup(language, call, server),
    ...(newThreadGraph === null
      ? []
      : [`const thread = await client.threads.create({ graphId: ${scriptString(newThreadGraph)} });`]),
    ...call,
    '',
  ].join('\n');
}

export function scriptSetup(
  language: ScriptLanguage,
  statements: readonly string[],
  server: CodeServer,
): string[] {
  const parses = statements.some((line) => line.includes('new JsonText('));
  return [
    language === 'client'
      ? `import { GraphClient${parses ? ', JsonText' : ''} } from 'remote-graph-client/client';`
      : "import { Client } from '@langchain/langgraph-sdk';",
    '',
    ...construct(language, server),
  ];
}

export interface StatementOptions {
  readonly substitute?: Substitute;
  // A request that the SDK has no method for has its result in `result`, too. It must be JSON.
  readonly needsResult?: boolean;
}

// Lines that make a request; unless it streams, its result is in `result`, or its answer in `response`.
export function scriptStatements(
  language: ScriptLanguage,
  request: CodeRequest,
  server: CodeServer,
  { substitute = withoutVariables, needsResult = false }: StatementOptions = {},
): string[] {
  const matched = matchCall(request, language);
  if (matched === null) return sendRequest(request, server, substitute, needsResult);
  const { requestBody } = request;
  const isRounded = language === 'typescript' && requestBody !== null && losesDigits(requestBody);
  return [
    ...(isRounded
      ? ['// A number below is beyond what JavaScript can hold. Another language sends it as it is.']
      : []),
    ...sdkCall(matched, language, substitute),
  ];
}

function construct(language: CodeLanguage, { url, hasKey, headers }: CodeServer): string[] {
  const isOurs = language === 'client';
  return [
    `const client = new ${isOurs ? 'GraphClient' : 'Client'}({`,
    `  ${isOurs ? 'url' : 'apiUrl'}: ${scriptString(url)},`,
    // Without it both would send a key that they find in the environment.
    `  apiKey: ${hasKey ? `process.env.${keyVariable}` : 'null'},`,
    ...(headers.length === 0
      ? []
      : [`  ${isOurs ? 'headers' : 'defaultHeaders'}: {`, ...headerLines(headers, '    '), '  },']),
    '});',
  ];
}

function headerLines(headers: CodeServer['headers'], indent: string): string[] {
  return headers.map(
    ({ name, variable, prefix }) =>
      `${indent}${scriptKey(name)}: ${
        prefix === '' ? '' : `${scriptString(prefix)} + `
      }(process.env.${variable} ?? ''),`,
  );
}

function sdkCall(matched: MatchedCall, language: CodeLanguage, substitute: Substitute): string[] {
  const { call, positional, named, batch } = matched;
  const valueOf = (name: string, text: string): string =>
    scriptLiteral(text, { keepDigits: language === 'client', substitute, isId: isIdKey(name) });
  const objectOf = (members: readonly { readonly name: string; readonly text: string }[]): string =>
    `{\n${members
      .map(({ name, text }) => `  ${camelCase(name)}: ${valueOf(name, text).replaceAll('\n', '\n  ')},\n`)
      .join('')}}`;
  const positionals = positional.map(({ name, text }) =>
    name === null ? 'null' : text === null ? 'undefined' : valueOf(name, text),
  );
  while (named.length === 0 && positionals.at(-1) === 'undefined') positionals.pop();
  const ofBatch = (run: string): string =>
    objectOf(memberTexts(run).map(({ key, text }) => ({ name: key, text }))).replaceAll('\n', '\n  ');
  const all = [
    ...positionals,
    ...(named.length === 0 ? [] : [objectOf(named)]),
    ...(call.isBatch ? [`[\n${batch.map((run) => `  ${ofBatch(run)},\n`).join('')}]`] : []),
  ];
  const callText = `client.${call.name}(${all.join(', ')})`;
  if (call.isStream !== true) return [`const result = await ${callText};`, 'console.log(result);'];
  return language === 'client'
    ? [`for await (const frame of ${callText}) console.log(frame.event, frame.text);`]
    : [`for await (const { event, data } of ${callText}) console.log(event, data);`];
}

function sendRequest(
  { method, path, requestBody }: CodeRequest,
  server: CodeServer,
  substitute: Substitute,
  needsResult: boolean,
): string[] {
  const { url, hasKey, headers } = server;
  const body = requestBody === null ? null : jsonTemplate(requestBody, substitute);
  return [
    '// The SDK has no method for this request.',
    `const response = await fetch(${scriptText([url, ...pathTemplate(path, substitute)])}, {`,
    `  method: ${scriptString(method)},`,
    '  headers: {',
    ...(hasKey ? [`    'x-api-key': process.env.${keyVariable} ?? '',`] : []),
    ...headerLines(headers, '    '),
    ...(body === null ? [] : ["    'content-type': 'application/json',"]),
    '  },',
    ...(body === null ? [] : [`  body: ${scriptText(body)},`]),
    '});',
    ...(needsResult
      ? ['const result = await response.json();', 'console.log(response.status, result);']
      : ['console.log(response.status, await response.text());']),
  ];
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
