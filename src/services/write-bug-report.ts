import type { Connection, ConnectionHealth } from '../shared/model/connection.ts';
import type { ServerFacts } from '../shared/model/server-facts.ts';
import type { RequestEntry, RequestResponse } from '../shared/model/request-log.ts';
import { threadLines, type ReportedThread } from './bug-report-lines.ts';
import type { WindowFailure } from '../shared/model/window-failure.ts';
import { truncate } from '../shared/truncate.ts';

// - `server`: The selected server; `null` for none.
// - `requests`: Newest first.
// - `log`: The studio's own log, oldest first.
interface ReportFacts {
  readonly environment: readonly (readonly [string, string])[];
  readonly window: readonly (readonly [string, string])[];
  readonly failure: WindowFailure | null;
  readonly server: {
    readonly connection: Connection;
    readonly health: ConnectionHealth | null;
    readonly facts: ServerFacts | null;
  } | null;
  readonly thread: ReportedThread | null;
  readonly requests: readonly (RequestEntry & { readonly response: RequestResponse | null })[];
  readonly log: readonly string[];
}

// Response headers that say something about a fault and nothing about the user. All others are left out.
const headersOfInterest = new Set([
  'content-type',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'connection',
  'retry-after',
  'server',
  'via',
  'date',
  'x-request-id',
  'x-pagination-total',
  'x-pagination-next',
]);

// A report as Markdown. Each value is scrubbed by itself, and then put on one line, so that what comes from elsewhere can't
// end a line or a block. Of requests there are neither bodies nor keys.
export function writeReport(facts: ReportFacts, scrub: (text: string) => string): string {
  const line = (text: string): string => oneLine(scrub(text));
  const list = (entries: readonly (readonly [string, string])[]): string[] =>
    entries.map(([name, value]) => `- ${line(`${name}: ${value}`)}`);
  const block = (lines: readonly string[]): string[] => ['```text', ...lines.map(line), '```'];
  const { environment, window, failure, server, thread, requests, log } = facts;
  return [
    '# RemoteGraph Studio bug report',
    '',
    '## What happened',
    '',
    '_Describe here what you did, what you expected, and what happened instead._',
    '',
    '## Environment',
    '',
    ...list(environment),
    ...list(window),
    ...list([['Last failure of a window', failure === null ? 'none' : failureText(failure)]]),
    '',
    '## Server',
    '',
    ...(server === null ? ['No server was selected.'] : list(serverEntries(server))),
    '',
    '## Thread',
    '',
    ...(thread === null
      ? ['No thread was open.']
      : [...list([['Thread', thread.threadId]]), '', ...block(threadLines(thread))]),
    '',
    `## Requests (the last ${requests.length}, newest first)`,
    '',
    ...block(requests.flatMap(requestLines)),
    '',
    `## Log (the last ${log.length} lines)`,
    '',
    ...block(log),
    '',
  ].join('\n');
}

function failureText({ kind }: WindowFailure): string {
  return kind === 'hung' ? 'it stopped responding' : 'it closed unexpectedly, twice in a row';
}

function serverEntries({ connection, health, facts }: NonNullable<ReportFacts['server']>) {
  const { kind, url, production } = connection;
  const server = health?.server ?? null;
  const capabilities = Object.entries(server?.capabilities ?? {});
  const entries: (readonly [string, string])[] = [
    ['Kind', kind],
    ['Address', url ?? 'none'],
    ['Marked as production', production === true ? 'yes' : 'no'],
    ['State', health?.state ?? 'unknown'],
    ['Problem', health?.problem?.message ?? 'none'],
    ['Version', server?.version ?? 'unknown'],
    ['Runtime', `${server?.runtime ?? 'unknown'} ${server?.runtimeVersion ?? ''}`.trim()],
    ['Latency', health?.latencyMs == null ? 'unknown' : `${Math.round(health.latencyMs)} ms`],
    ...capabilities.map(([name, value]) => [`Offers ${name}`, JSON.stringify(value)] as const),
    ...(facts?.flags ?? []).map(({ name, value }) => [`Flag ${name}`, value] as const),
    ...(facts?.services ?? []).map(({ name, status }) => [`Service ${name}`, status] as const),
    ['Routes', facts === null ? 'unknown' : (facts.noRoutes ?? JSON.stringify(facts.routes?.areas ?? null))],
  ];
  return entries;
}

function requestLines(request: ReportFacts['requests'][number]): string[] {
  const { at, method, path, status, ms, purpose, problem, response } = request;
  const outcome = status === null ? 'no response' : `${status}, ${Math.round(ms ?? 0)} ms`;
  const headers = (response?.headers ?? [])
    .filter(({ name }) => headersOfInterest.has(name.toLowerCase()))
    .map(({ name, value }) => `${name}: ${value}`);
  return [
    `${at}  ${method} ${path}  ${outcome}  (${purpose})`,
    ...(problem === null ? [] : [`  problem: ${problem}`]),
    ...(headers.length === 0 ? [] : [`  ${headers.join('; ')}`]),
  ];
}

const maxLineLength = 2_000;

// Control characters are escaped, and three backticks can't end the block.
function oneLine(text: string): string {
  const shortLine = truncate(text, maxLineLength);
  return shortLine
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('```', "'''");
}
