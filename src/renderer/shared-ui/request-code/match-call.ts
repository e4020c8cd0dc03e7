import { memberTexts, parseTree } from 'exact-json';
import type { Substitute } from '../../../shared/code/template.ts';
import type { RequestEntry } from '../../../shared/model/request-log.ts';
import { sdkCalls, type CodeLanguage, type SdkCall } from './sdk-calls.ts';

export type CodeRequest = Pick<RequestEntry, 'method' | 'path' | 'requestBody'>;

// A request as a call of an SDK. Values are JSON texts.
export interface MatchedCall {
  readonly call: SdkCall;
  // By wire name, in the order of the call; `null` passes nothing there.
  readonly positional: readonly { readonly name: string | null; readonly text: string | null }[];
  readonly named: readonly { readonly name: string; readonly text: string }[];
  readonly batch: readonly string[];
}

// A placeholder of a thread that does not exist yet.
const newThreadPlaceholder = '{thread_id}';

// Puts this expression where a request names the thread that does not exist yet.
export function newThreadIs(variable: string): Substitute {
  return (text, isId) => (isId && text === newThreadPlaceholder ? [{ variable }] : [text]);
}

// The call that makes this request, whole; `null` if the language's SDK has none, or the body is no JSON.
export function matchCall(request: CodeRequest, language: CodeLanguage): MatchedCall | null {
  const [path = '', query = ''] = request.path.split('?', 2);
  for (const call of sdkCalls) {
    if (call.method !== request.method || call.languages?.includes(language) === false) continue;
    const pathParams = pathMembers(call.path, path, language);
    if (pathParams !== null) return withMembers(call, pathParams, query, request.requestBody, language);
  }
  return null;
}

function withMembers(
  call: SdkCall,
  inPath: ReadonlyMap<string, string>,
  query: string,
  body: string | null,
  language: CodeLanguage,
): MatchedCall | null {
  const bodyType = body === null ? null : typeOf(body);
  if (call.isBatch) {
    const runs = bodyType === 'array' && body !== null ? elementTexts(body) : null;
    const hasOnlyNamed = runs?.every((run) => memberTexts(run).every(({ key }) => call.named.includes(key)));
    return runs !== null && hasOnlyNamed === true ? { call, positional: [], named: [], batch: runs } : null;
  }
  if (bodyType !== null && bodyType !== 'object') return null;
  const inQuery = queryMembers(query);
  if (inQuery === null) return null;
  const inBody = body === null ? [] : memberTexts(body).map(({ key, text }) => [key, text] as const);
  const members = new Map([...inPath, ...inQuery, ...inBody]);
  const {
    byName = [],
    lacks = [],
    requires = [],
    dropsEmpty,
  } = language === 'python' ? (call.python ?? {}) : {};
  if (lacks.some((name) => members.has(name)) || !requires.every((name) => members.has(name))) return null;
  if (dropsEmpty && [...members.values()].some(isEmpty)) return null;
  const positional = call.positional
    .filter((name) => name === null || !byName.includes(name))
    .map((name) => {
      const text = name === null ? null : (members.get(name) ?? null);
      if (name !== null) members.delete(name);
      return { name, text };
    });
  for (const name of call.dropped ?? []) members.delete(name);
  const accepted = [...call.named, ...byName];
  if ([...members.keys()].some((name) => !accepted.includes(name))) return null;
  return { call, positional, named: [...members].map(([name, text]) => ({ name, text })), batch: [] };
}

// The parameters in a path, as JSON; `null` if it is another path.
function pathMembers(
  pattern: string,
  path: string,
  language: CodeLanguage,
): ReadonlyMap<string, string> | null {
  const patternParts = pattern.split('/');
  const parts = path.split('/');
  if (patternParts.length !== parts.length) return null;
  const pathMatches = new Map<string, string>();
  for (const [index, want] of patternParts.entries()) {
    const part = parts[index] ?? '';
    if (!want.startsWith(':')) {
      if (want !== part) return null;
      continue;
    }
    const value = decodedPart(part);
    // The TypeScript SDK, and versions of the Python SDK, insert it as it is (docs/protocol.md, Authentication,
    // addresses and headers).
    if (value === null || value === '' || (language !== 'client' && !isPlain(value))) return null;
    pathMatches.set(want.slice(1), JSON.stringify(value));
  }
  return pathMatches;
}

const isPlain = (value: string): boolean =>
  value === newThreadPlaceholder || encodeURIComponent(value) === value;

// A part of a path without its escapes; `null` for escapes that make no sense.
export function decodedPart(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

const flags = [
  'subgraphs',
  'wait',
  'recurse',
  'delete_threads',
  'refresh_ttl',
  'cancel_on_disconnect',
  'check_db',
  'xray',
];
const numbers = ['limit', 'offset', 'version', 'xray'];
const lists = ['include', 'select', 'stream_mode', 'stream_modes'];

// The members of a query, as JSON; `null` if one that is not a list is there twice.
function queryMembers(query: string): ReadonlyMap<string, string> | null {
  const queryValues = new Map<string, string>();
  const parameters = new URLSearchParams(query);
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name);
    const [value = ''] = values;
    if (lists.includes(name)) queryValues.set(name, JSON.stringify(values));
    else if (values.length > 1) return null;
    else if (name === 'namespace') queryValues.set(name, JSON.stringify(value.split('.')));
    else if (flags.includes(name) && /^(?:true|false)$/.test(value)) queryValues.set(name, value);
    else if (numbers.includes(name) && /^(?:0|[1-9]\d{0,14})$/.test(value)) queryValues.set(name, value);
    else if (flags.includes(name) && value === '1') queryValues.set(name, 'true');
    else if (flags.includes(name) && value === '0') queryValues.set(name, 'false');
    else queryValues.set(name, JSON.stringify(value));
  }
  return queryValues;
}

// What Python takes for false.
const isEmpty = (text: string): boolean =>
  /^(?:null|false|""|\{\s*\}|\[\s*\]|-?0(?:\.0+)?)$/.test(text.trim());

function typeOf(body: string): string | null {
  try {
    return parseTree(body).type;
  } catch {
    return null;
  }
}

function elementTexts(list: string): string[] | null {
  const tree = parseTree(list);
  if (tree.type !== 'array' || tree.items.some(({ type }) => type !== 'object')) return null;
  return tree.items.map(({ start, end }) => list.slice(start, end));
}
