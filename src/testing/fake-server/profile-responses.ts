import { memberText } from 'exact-json';
import {
  errorResponse,
  validationErrorResponse,
  membersIn,
  type FakeResponse,
  type FakeRequest,
} from './http.ts';
import { offers, type ServerProfile } from './server-profiles.ts';
import type { FakeRun } from './thread-store.ts';

const missingMessages = {
  404: 'Not Found',
  405: 'Method Not Allowed',
  500: 'Not implemented',
  501: 'Not Implemented',
} as const;

/** The error response if this kind of server rejects, limits or lacks what is requested; `null` otherwise. */
export function refusedByProfile(profile: ServerProfile, request: FakeRequest): FakeResponse | null {
  const line = `${request.method} ${request.path}`;
  const missing = profile.missing.find((route) => route.request.test(line));
  if (missing) return errorResponse(missing.status, missingMessages[missing.status]);
  const refusal = profile.refusals.find((each) => each.request.test(line) && each.isRefused(request));
  if (refusal) return errorResponse(refusal.status, refusal.message);
  // The JavaScript server has no limit for runs.
  const isUncapped = profile.runList === 'slice' && /^GET \S+\/runs$/.test(line);
  const tooMany = !isUncapped && limitOf(request) > profile.maxPageSize;
  if (tooMany) {
    const rule = `less than or equal to ${profile.maxPageSize}`;
    return validationErrorResponse(profile, 'limit', rule, { ctx: { le: profile.maxPageSize } });
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
export function profileResponse(profile: ServerProfile, answer: FakeResponse): FakeResponse {
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

/** The `Content-Location` of a run; `null` where the server has none. */
export function locationOf(
  { statelessLocation, locations }: ServerProfile,
  run: FakeRun,
  answer: keyof ServerProfile['locations'],
): string | null {
  if (!locations[answer]) return null;
  const namesThread = !run.isStateless || statelessLocation === 'thread';
  return namesThread ? `/threads/${run.threadId}/runs/${run.id}` : `/runs/${run.id}`;
}

/** The response to `GET /openapi.json`: the available routes, and the fields of a run. */
export function openApiJson(profile: ServerProfile): object {
  const routes = [
    'POST /assistants/search',
    'GET /assistants/{assistant_id}/graph',
    'GET /assistants/{assistant_id}/schemas',
    'POST /threads',
    'PATCH /threads/{thread_id}',
    'DELETE /threads/{thread_id}',
    'POST /threads/search',
    'POST /threads/prune',
    'GET /threads/{thread_id}/storage',
    'GET /threads/{thread_id}/state',
    'POST /threads/{thread_id}/state',
    'POST /threads/{thread_id}/history',
    'POST /threads/{thread_id}/runs',
    'POST /threads/{thread_id}/runs/stream',
    'GET /threads/{thread_id}/runs/{run_id}/stream',
    'POST /threads/{thread_id}/runs/{run_id}/cancel',
    'POST /runs',
    'POST /runs/stream',
    'PUT /store/items',
    'POST /store/items/search',
    'POST /runs/crons',
    'POST /runs/crons/search',
  ];
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes.filter((each) => offers(profile, each))) {
    const [method = '', path = ''] = route.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: {} };
  }
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
    paths,
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
