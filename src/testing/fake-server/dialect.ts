import { memberText } from '../../exact-json/scan/object-members.ts';
import {
  errorResponse,
  validationErrorResponse,
  membersIn,
  type FakeResponse,
  type FakeRequest,
} from './http.ts';
import { offers, type ServerProfile } from './server-profiles.ts';
import type { FakeRun } from './thread-store.ts';

/** The error response if this kind of server rejects, limits or lacks what is requested; `null` otherwise. */
export function refusedByProfile(profile: ServerProfile, request: FakeRequest): FakeResponse | null {
  const line = `${request.method} ${request.path}`;
  const missing = profile.missing.find((route) => route.request.test(line));
  if (missing)
    return errorResponse(missing.status, missing.status === 404 ? 'Not Found' : 'Method Not Allowed');
  // The JavaScript server has no limit for runs.
  const isUncapped = profile.runList === 'slice' && /^GET \S+\/runs$/.test(line);
  const tooMany = !isUncapped && limitOf(request) > profile.maxPageSize;
  if (tooMany) {
    const wanted = `less than or equal to ${profile.maxPageSize}`;
    return validationErrorResponse(profile, 'limit', wanted, { ctx: { le: profile.maxPageSize } });
  }
  if (profile.bareContinue === 'refused' && isBareContinue(request)) {
    return errorResponse(422, 'must specify at least one of input, command, checkpoint');
  }
  const named = /^GET \/assistants\/([^/]+)\/(graph|schemas|subgraphs)/.exec(line)?.[1];
  if (!profile.graphNames && named !== undefined && !/^[0-9a-f-]{36}$/.test(named)) {
    return validationErrorResponse(profile, 'assistant_id', 'a valid UUID');
  }
  return null;
}

/** Rewrites a response in the format of this kind of server: errors and times. */
export function toDialect(profile: ServerProfile, answer: FakeResponse): FakeResponse {
  if (answer.kind !== 'json') return answer;
  if (answer.status < 400)
    return profile.times === 'iso' ? answer : { ...answer, text: inSeconds(answer.text) };
  if (profile.errors === 'detail') return answer;
  const detail = memberText(answer.text, 'detail');
  if (detail === null) return answer;
  const parsed: unknown = JSON.parse(detail);
  const message = typeof parsed === 'string' ? parsed : detail;
  if (profile.errors === 'text') return { ...answer, text: message };
  return { ...answer, text: JSON.stringify({ error: `HTTP ${answer.status}`, message }) };
}

/** The same JSON with times in seconds. */
function inSeconds(text: string): string {
  return text.replaceAll(
    /"(created_at|updated_at)":"([^"]+)"/g,
    (_, name: string, time: string) => `"${name}":${Date.parse(time) / 1000}`,
  );
}

/** The `Content-Location` of a run. */
export function locationOf({ statelessLocation }: ServerProfile, run: FakeRun): string {
  const namesThread = !run.isStateless || statelessLocation === 'thread';
  return namesThread ? `/threads/${run.threadId}/runs/${run.id}` : `/runs/${run.id}`;
}

/** The response to `GET /openapi.json`: the available routes, and the fields of a run. */
export function openApiJson(profile: ServerProfile): object {
  const routes = [
    'POST /assistants/search',
    'POST /threads/search',
    'POST /threads/prune',
    'POST /threads/{thread_id}/runs/stream',
    'POST /runs/crons',
  ];
  const paths = routes
    .filter((route) => offers(profile, route))
    .map((route) => [route.slice('POST '.length), { post: {} }] as const);
  const properties = {
    assistant_id: {},
    input: {},
    command: {},
    checkpoint: {},
    config: {},
    stream_mode: {},
  };
  return {
    openapi: '3.1.0',
    paths: Object.fromEntries(paths),
    components: { schemas: { RunCreate: { properties } } },
  };
}

function limitOf(request: FakeRequest): number {
  const inQuery = Number(request.query.get('limit') ?? 0);
  if (request.method === 'GET') return inQuery;
  const { limit } = request.bodyText.startsWith('{') ? membersIn(request) : {};
  return typeof limit === 'number' ? limit : 0;
}

function isBareContinue({ method, path, bodyText }: FakeRequest): boolean {
  if (method !== 'POST' || !/\/runs(\/stream|\/wait)?$/.test(path)) return false;
  return ['input', 'command', 'checkpoint'].every(
    (name) => (memberText(bodyText, name) ?? 'null') === 'null',
  );
}
