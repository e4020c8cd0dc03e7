import { expect, it } from 'vitest';
import { shortPath } from './RequestRow.tsx';

it.each([
  ['/threads/01a1fae7-6041-7c00-8000-000000000001/history?limit=100', '/threads/01a1fae7…/history?limit=100'],
  [
    '/threads/01a1fae7-6041-7c00-8000-000000000001/runs/02B2FAE7-6041-7c00-8000-000000000002',
    '/threads/01a1fae7…/runs/02B2FAE7…',
  ],
  ['/assistants/search', '/assistants/search'],
])('shortens the ids of %s', (path, short) => {
  expect(shortPath(path)).toBe(short);
});
