import { memberText, pickMemberTexts } from 'exact-json';
import { nonEmptyStringOrNull } from '../common/narrow.ts';
import type { LineFile } from './line-file.ts';
import type { OpenedRecording } from './opened-recording.ts';
import { threadIdOf } from './opened-recording.ts';
import { containsMembers, createRecordedHistory } from './recorded-history.ts';
import { recordedEvents, type EventPace } from './recorded-events.ts';
import { isRecord, recordOrEmpty } from '../../shared/narrow.ts';
import { parseJson } from '../../shared/parse-json.ts';

/** The address of a recording's server, which no network has (RFC 2606). */
export const recordingUrl = 'http://recording.invalid';

const defaultLimit = 10;

// `path`: Decoded segments of the path. `body`: The parsed body; `{}` without one.
interface Request {
  readonly method: string;
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
}

// The API of a graph server, answered from a recording (docs/recording-format.md). It has everything that reads, with
// the server's own texts; all that writes is refused with 405. Sends nothing anywhere. `pace`: of the
// events of runs; all at once by default.
export function createRecordedServer(recording: OpenedRecording, pace?: EventPace): typeof fetch {
  const history = createRecordedHistory(recording);
  const { thread_id: threadId } = recording.manifest;

  async function* matching(path: string, isWanted: (line: string) => boolean): Lines {
    const file = await recording.records(path);
    for await (const line of file.all()) if (isWanted(line)) yield line;
  }
  const findLine = async (path: string, isWanted: (line: string) => boolean): Promise<string | undefined> => {
    for await (const line of matching(path, isWanted)) return line;
    return undefined;
  };
  const isJs = async (): Promise<boolean> =>
    recordOrEmpty(parseJson((await recording.only('server.json')) ?? '{}'))['context'] === 'js';

  const assistants = async (request: Request): Promise<Response> => {
    const [, id = '', part = '', namespace] = request.path;
    if (id === 'search' || id === 'count') {
      const lines = matching('assistants.ndjson', (line) => isAssistantFor(parseJson(line), request.body));
      return json(id === 'count' ? String(await countOf(lines)) : listOf(pageOf(lines, request.body)));
    }
    const record = await findLine('assistants.ndjson', (line) => isAssistant(parseJson(line), id));
    const assistantId = nonEmptyStringOrNull(recordOrEmpty(parseJson(record ?? 'null'))['assistant_id']);
    if (record === undefined || assistantId === null) return missing('assistant');
    const recordOf = async (path: string, member: string, xray: boolean | null = null): Promise<Response> => {
      const line = await findLine(path, (each) => isAbout(each, assistantId, xray));
      const text = line === undefined ? null : memberText(line, member);
      return text === null ? missing(member) : json(text);
    };
    switch (part) {
      case '':
        return json(record);
      case 'schemas':
        return recordOf('schemas.ndjson', 'schemas');
      case 'graph': {
        const isExpanded = !['false', '0'].includes(request.query.get('xray') ?? 'false');
        const exact = await recordOf('graphs.ndjson', 'graph', isExpanded);
        return exact.ok ? exact : recordOf('graphs.ndjson', 'graph');
      }
      case 'subgraphs': {
        const whole = await recordOf('subgraphs.ndjson', 'subgraphs');
        if (!whole.ok || namespace === undefined) return whole;
        const one = memberText(await whole.text(), namespace);
        return json(one === null ? '{}' : `{${JSON.stringify(namespace)}:${one}}`);
      }
      case 'versions': {
        const versions = matching('assistant-versions.ndjson', (line) =>
          isAssistant(parseJson(line), assistantId),
        );
        const paging = request.method === 'GET' ? Object.fromEntries(request.query) : request.body;
        return json(listOf(pageOf(versions, paging)));
      }
      default:
        return missing('route');
    }
  };

  const state = async (request: Request): Promise<Response> => {
    const requestedId = request.path[3];
    const isByPost = requestedId === 'checkpoint' && request.method === 'POST';
    const checkpoint = isByPost ? recordOrEmpty(request.body['checkpoint']) : {};
    const id = isByPost ? nonEmptyStringOrNull(checkpoint['checkpoint_id']) : (requestedId ?? null);
    const ns = isByPost
      ? (nonEmptyStringOrNull(checkpoint['checkpoint_ns']) ?? '')
      : (request.query.get('checkpoint_ns') ?? '');
    const flag = isByPost ? request.body['subgraphs'] : request.query.get('subgraphs');
    const withSubgraphs = flag === true || flag === 'true' || flag === '1';
    const line =
      id === null ? await history.newest(ns, withSubgraphs) : await history.at(ns, id, withSubgraphs);
    if (line !== null) return json(line);
    // As servers answer for a checkpoint that they do not have (docs/protocol.md, Reading a state).
    const requestedCheckpoint =
      id === null ? null : { thread_id: request.path[1], checkpoint_id: id, checkpoint_ns: ns };
    return json(
      `{"values":{},"next":[],"tasks":[],"created_at":null,"checkpoint":${JSON.stringify(requestedCheckpoint)},"parent_checkpoint":null}`,
    );
  };

  const historyPage = ({ method, query, body }: Request): Response => {
    const isGet = method === 'GET';
    const before = isGet ? query.get('before') : body['before'];
    const checkpoint = recordOrEmpty(body['checkpoint']);
    const rows = history.page({
      checkpointNs: nonEmptyStringOrNull(checkpoint['checkpoint_ns']) ?? '',
      checkpointId: nonEmptyStringOrNull(checkpoint['checkpoint_id']),
      before: nonEmptyStringOrNull(isRecord(before) ? before['checkpoint_id'] : before),
      metadata: body['metadata'],
      limit: numberIn(isGet ? query.get('limit') : body['limit'], defaultLimit),
    });
    return json(listOf(rows));
  };

  const runs = async (request: Request): Promise<Response> => {
    const [, , , runId, part] = request.path;
    if (runId === undefined) {
      const status = request.query.get('status');
      const isWanted = (line: string): boolean =>
        (threadIdOf(line) ?? threadId) === request.path[1] &&
        (status === null || recordOrEmpty(parseJson(line))['status'] === status);
      const limit = numberIn(request.query.get('limit'), defaultLimit);
      const offset = numberIn(request.query.get('offset'), 0);
      // As the server of the recording lists them, because its client expects that (docs/protocol.md, Runs).
      const rows = (await isJs())
        ? sliceOf(backwards(await recording.records('runs.ndjson'), isWanted), offset, limit)
        : sliceOf(matching('runs.ndjson', isWanted), offset, offset + limit);
      return json(listOf(rows));
    }
    const run = await findLine('runs.ndjson', (line) => recordOrEmpty(parseJson(line))['run_id'] === runId);
    if (run === undefined) return missing('run');
    if (part === undefined) return json(run);
    if (part === 'join') {
      const newest = await history.newest('', false);
      return json((newest && memberText(newest, 'values')) ?? '{}');
    }
    if (part !== 'stream') return missing('route');
    const facts = (await recording.logs()).get(runId);
    const after = request.headers.get('last-event-id');
    return new Response(recordedEvents(facts ? await recording.records(facts.path) : null, after, pace), {
      headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' },
    });
  };

  const threads = async (request: Request): Promise<Response> => {
    const [, id = '', part] = request.path;
    const all = await recording.threads();
    if (id === 'search' || id === 'count') {
      const matches = sortedThreads(
        all.filter((line) => isThreadFor(parseJson(line), request.body)),
        request.body,
      );
      if (id === 'count') return json(String(matches.length));
      const from = numberIn(request.body['offset'], 0);
      return json(`[${matches.slice(from, from + numberIn(request.body['limit'], defaultLimit)).join(',')}]`);
    }
    const thread = all.find((line) => threadIdOf(line) === id);
    if (thread === undefined) return missing('thread');
    switch (part) {
      case undefined:
        return json(thread);
      case 'state':
        return state(request);
      case 'history':
        return historyPage(request);
      case 'runs':
        return runs(request);
      default:
        return missing('route');
    }
  };

  const answer = async (request: Request): Promise<Response> => {
    if (!isRead(request)) return refusedWrite();
    const [first = '', second = '', third = ''] = request.path;
    switch (first) {
      case 'info': {
        const info = await recording.only('server.json');
        return info === null ? missing('route') : json(info);
      }
      case 'ok':
        return json('{"ok":true}');
      case 'assistants':
        return assistants(request);
      case 'threads':
        return threads(request);
      case 'store':
        if (second === 'items' && third === 'search') return json('{"items":[]}');
        if (second === 'namespaces') return json('{"namespaces":[]}');
        return second === 'items' ? json('null') : missing('route');
      default:
        return missing('route');
    }
  };

  return async (input, init) => {
    const url = new URL(typeof input === 'string' || input instanceof URL ? input : input.url);
    init?.signal?.throwIfAborted();
    const body = typeof init?.body === 'string' ? parseJson(init.body) : {};
    const request: Request = {
      method: init?.method ?? 'GET',
      path: url.pathname.split('/').slice(1).map(decodedOrEmpty),
      query: url.searchParams,
      body: recordOrEmpty(body),
      headers: new Headers(init?.headers),
    };
    return answer(request);
  };
}

const searches = /^(?:assistants|threads)\/(?:search|count)$|^store\/(?:items\/search|namespaces)$/;
const postedReads = /^threads\/[^/]+\/(?:history|state\/checkpoint)$|^assistants\/[^/]+\/versions$/;

// Whether a request only reads: some reads are sent by POST.
function isRead({ method, path }: Request): boolean {
  const route = path.join('/');
  return method === 'GET' || (method === 'POST' && (searches.test(route) || postedReads.test(route)));
}

function isAssistant(value: unknown, id: string): boolean {
  const { assistant_id: assistantId, graph_id: graphId } = recordOrEmpty(value);
  return assistantId === id || graphId === id;
}

function isAssistantFor(value: unknown, { graph_id: graphId, name, metadata }: Request['body']): boolean {
  const members = recordOrEmpty(value);
  if (typeof graphId === 'string' && members['graph_id'] !== graphId) return false;
  const itsName = typeof members['name'] === 'string' ? members['name'] : '';
  if (typeof name === 'string' && !itsName.toLowerCase().includes(name.toLowerCase())) return false;
  return metadata === undefined || containsMembers(members['metadata'], metadata);
}

function isThreadFor(value: unknown, { ids, status, metadata, values }: Request['body']): boolean {
  const thread = recordOrEmpty(value);
  if (Array.isArray(ids) && !ids.includes(thread['thread_id'])) return false;
  if (typeof status === 'string' && thread['status'] !== status) return false;
  if (metadata !== undefined && !containsMembers(thread['metadata'], metadata)) return false;
  return values === undefined || containsMembers(thread['values'], values);
}

// Newest first, as they are in the file, unless the request says otherwise.
function sortedThreads(
  lines: readonly string[],
  { sort_by: by, sort_order: order }: Request['body'],
): readonly string[] {
  if (typeof by !== 'string') return lines;
  const keyed = lines.map((line) => ({ line, key: recordOrEmpty(parseJson(line))[by] }));
  const sorted = keyed.toSorted((a, b) => compareTexts(a.key, b.key));
  return (order === 'asc' ? sorted : sorted.toReversed()).map(({ line }) => line);
}

function compareTexts(a: unknown, b: unknown): number {
  const [first, second] = [typeof a === 'string' ? a : '', typeof b === 'string' ? b : ''];
  return first < second ? -1 : first > second ? 1 : 0;
}

type Lines = AsyncGenerator<string, void>;

function pageOf(lines: Lines, { limit, offset }: Readonly<Record<string, unknown>>): Lines {
  const from = numberIn(offset, 0);
  return sliceOf(lines, from, from + numberIn(limit, defaultLimit));
}

// Like `Array.slice`, without holding all lines in memory.
async function* sliceOf(lines: Lines, from: number, to: number): Lines {
  if (from >= to) return;
  let index = 0;
  for await (const line of lines) {
    if (index >= from) yield line;
    index += 1;
    if (index >= to) return;
  }
}

async function* backwards(file: LineFile, isWanted: (line: string) => boolean): Lines {
  for (let index = file.length - 1; index >= 0; index -= 1) {
    // Sequential on purpose: most readers want the last few.
    const line = await file.line(index);
    if (isWanted(line)) yield line;
  }
}

async function countOf(lines: Lines): Promise<number> {
  let count = 0;
  for await (const _ of lines) count += 1;
  return count;
}

function numberIn(value: unknown, otherwise: number): number {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : otherwise;
}

function json(body: string | ReadableStream<Uint8Array>): Response {
  return new Response(body, { headers: { 'content-type': 'application/json' } });
}

function missing(what: string): Response {
  return refusal(404, what === 'route' ? 'Not Found' : `The recording does not have this ${what}.`);
}

function refusedWrite(): Response {
  return refusal(405, 'This is a recording, which is read-only. Nothing was changed.');
}

function refusal(status: number, detail: string): Response {
  return new Response(JSON.stringify({ detail }), {
    status,
    headers: { 'content-type': 'application/json' },
  });
}

function listOf(rows: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let isFirst = true;
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await rows.next();
      const before = isFirst ? '[' : ',';
      if (done === true) {
        controller.enqueue(encoder.encode(isFirst ? '[]' : ']'));
        controller.close();
        return;
      }
      isFirst = false;
      controller.enqueue(encoder.encode(before + value));
    },
    cancel: async () => {
      await rows.return(undefined);
    },
  });
}

function decodedOrEmpty(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}

// Whether a record is about an assistant: `{"assistant_id":…,"xray":…,…}`.
function isAbout(line: string, assistantId: string, xray: boolean | null): boolean {
  const members = pickMemberTexts(line, ['assistant_id', 'xray']);
  if (parseJson(members.get('assistant_id') ?? 'null') !== assistantId) return false;
  return xray === null || members.get('xray') === String(xray);
}
