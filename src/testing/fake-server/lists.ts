import { jsonResponse, numberIn, type FakeResponse, type FakeRequest } from './http.ts';
import { pythonTime } from './thread-store.ts';

/** More than the smallest page that a kind of server has. */
export const listedItems = 150;

/** Searches of the store and of crons: a fixed list of numbered ones, a page of it at a time. `null` for another route. */
export function lists(request: FakeRequest): FakeResponse | null {
  const route = `${request.method} ${request.path}`;
  if (route === 'POST /store/items/search') return jsonResponse({ items: pageOf(request, item) });
  if (route === 'POST /store/namespaces')
    return jsonResponse({ namespaces: pageOf(request, (at) => ['n', String(at)]) });
  return route === 'POST /runs/crons/search' ? jsonResponse(pageOf(request, cron)) : null;
}

function pageOf<T>(request: FakeRequest, make: (at: number) => T): T[] {
  const offset = numberIn(request, 'offset');
  const end = Math.min(listedItems, offset + (numberIn(request, 'limit') || 10));
  return Array.from({ length: Math.max(0, end - offset) }, (_, index) => make(offset + index));
}

const time = pythonTime();

const item = (at: number): object => ({
  namespace: ['n'],
  key: `k${at}`,
  value: { at },
  created_at: time,
  updated_at: time,
});

const cron = (at: number): object => ({ cron_id: `c${at}`, schedule: '* * * * *', payload: {} });
