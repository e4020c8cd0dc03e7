import { expect, it } from 'vitest';
import type { RequestEntry } from '../../shared/model/request-log.ts';
import { planSession } from '../shared-ui/request-code/plan-session.ts';
import { sessionEntries, sessionThreads, toSessionRequest } from './session-requests.ts';

const entry = (id: number, method: string, path: string, more: Partial<RequestEntry> = {}): RequestEntry => ({
  id,
  at: '2026-11-20T10:00:00Z',
  connectionId: 'demo',
  purpose: 'p',
  method,
  path,
  status: 200,
  ms: 3,
  problem: null,
  requestBody: null,
  isBodyTruncated: false,
  replay: 'not-a-read',
  ...more,
});

const log = [
  entry(7, 'PUT', '/store/items'),
  entry(6, 'POST', '/threads/b/state'),
  entry(5, 'POST', '/threads/a/runs/stream', { status: 422 }),
  entry(4, 'GET', '/threads/a/runs/r/stream'),
  entry(3, 'GET', '/threads/a/state', { replay: 'possible' }),
  entry(2, 'POST', '/threads', { requestBody: '{"thread_id":"a"}' }),
  entry(1, 'POST', '/threads', { connectionId: 'other' }),
];

it('takes what changed something on the server, oldest first', () => {
  const all = sessionEntries(log, 'demo');
  expect(all.map(({ entry: { id }, threadId }) => [id, threadId])).toEqual([
    [2, 'a'],
    [6, 'b'],
    [7, null],
  ]);
  expect(sessionThreads(all)).toEqual(['b', 'a']);
});

it('leaves out what is not stored as a whole', () => {
  const cut = entry(1, 'POST', '/threads/a/state', { requestBody: '{"values":', isBodyTruncated: true });
  const masked = entry(2, 'POST', '/threads/a/state', { requestBody: '{"values":{"k":"[secret]"}}' });
  const { steps } = planSession([cut, masked].map(toSessionRequest), new Map());
  expect(steps.map(({ kind }) => kind)).toEqual(['skipped', 'skipped']);
});

it('repeats what creates a cron, and not what changes it then', () => {
  const requests = [
    entry(1, 'DELETE', '/runs/crons/old'),
    entry(2, 'POST', '/threads/a/runs/crons', { requestBody: '{"schedule":"* * * * *"}' }),
    entry(3, 'DELETE', '/runs/crons/new'),
    entry(4, 'POST', '/threads/a/runs/r/cancel'),
  ];
  const { steps } = planSession(requests.map(toSessionRequest), new Map());
  expect(steps.map(({ kind }) => kind)).toEqual(['request', 'request', 'skipped', 'skipped']);
});

it('keeps the ID of a thread that the session did not create', () => {
  const state = entry(1, 'POST', '/threads/a/state', { requestBody: '{"values":{}}' });
  const { steps, variables } = planSession([toSessionRequest(state)], new Map());
  expect(variables.names()).toEqual([]);
  expect(steps).toMatchObject([{ request: { path: '/threads/a/state' } }]);
});
