import { randomUUID } from 'node:crypto';
import {
  errorResponse,
  jsonResponse,
  membersIn,
  numberIn,
  type FakeRequest,
  type FakeResponse,
  type StatefulRoutes,
} from './http.ts';
import { pythonTime } from './thread-store.ts';

/** A cron as hosted servers describe it in their OpenAPI document. */
interface FakeCron {
  readonly cron_id: string;
  readonly schedule: unknown;
  readonly payload: Record<string, unknown>;
  readonly [member: string]: unknown;
}

/** Crons of hosted servers: created, listed, changed and deleted; nothing runs. `count`: how many there are at first. */
export function createCronRoutes(count: number): StatefulRoutes {
  const crons = new Map<string, FakeCron>();
  for (let at = 0; at < count; at += 1) {
    crons.set(`c${at}`, { cron_id: `c${at}`, schedule: '* * * * *', payload: {} });
  }
  const change = (id: string, request: FakeRequest): FakeResponse => {
    const cron = crons.get(id);
    if (!cron) return errorResponse(404, `Cron '${id}' not found`);
    if (request.method === 'DELETE') {
      crons.delete(id);
      return jsonResponse({});
    }
    const { input = cron.payload['input'], ...members } = membersIn(request);
    const next = { ...cron, ...members, payload: { ...cron.payload, input }, updated_at: pythonTime() };
    crons.set(id, next);
    return jsonResponse(next);
  };
  return {
    handle(request) {
      const route = `${request.method} ${request.path}`;
      if (route === 'POST /runs/crons/search') {
        const offset = numberIn(request, 'offset');
        const page = [...crons.values()].slice(offset, offset + (numberIn(request, 'limit') || 10));
        return jsonResponse(page);
      }
      const [, threadId] = /^\/threads\/([^/]+)\/runs\/crons$/.exec(request.path) ?? [];
      if (request.method === 'POST' && (request.path === '/runs/crons' || threadId !== undefined)) {
        const cron = created(membersIn(request), threadId ?? null);
        if (typeof cron.schedule !== 'string') return errorResponse(422, 'schedule: field required');
        crons.set(cron.cron_id, cron);
        return jsonResponse(cron);
      }
      const [, id] = /^\/runs\/crons\/([^/]+)$/.exec(request.path) ?? [];
      return id !== undefined && ['PATCH', 'DELETE'].includes(request.method) ? change(id, request) : null;
    },
  };
}

function created(body: Record<string, unknown>, threadId: string | null): FakeCron {
  const { assistant_id, schedule, timezone = null, end_time = null, enabled = true, ...payload } = body;
  const now = pythonTime();
  return {
    cron_id: randomUUID(),
    assistant_id,
    thread_id: threadId,
    on_run_completed: threadId === null ? 'delete' : null,
    end_time,
    schedule,
    timezone,
    created_at: now,
    updated_at: now,
    payload: { assistant_id, ...payload },
    user_id: null,
    next_run_date: now,
    metadata: {},
    enabled,
  };
}
