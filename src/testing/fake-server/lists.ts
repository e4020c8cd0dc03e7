import { jsonResponse, numberIn, type FakeResponse, type FakeRequest } from './http.ts';
import { pythonTime } from './thread-store.ts';

/** More than the smallest page size of any server. */
export const listedItems = 150;

/** Store searches return pages of a fixed list. `null` for other routes. */
export function lists(request: FakeRequest): FakeResponse | null {
  const route = `${request.method} ${request.path}`;
  if (route === 'POST /store/items/search') return jsonResponse({ items: pageOf(request, item) });
  if (route === 'POST /store/namespaces')
    return jsonResponse({ namespaces: pageOf(request, (at) => ['n', String(at)]) });
  return null;
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
