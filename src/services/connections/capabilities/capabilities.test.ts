import { describe, expect, it } from 'vitest';
import type { RequestEvent } from '../../../remote-graph/client.ts';
import { someCapabilities } from '../../../testing/builders.ts';
import { createLearnedCapabilities } from './learned-capabilities.ts';
import { capabilitiesDescribedBy, capabilityShownBy } from './route-capabilities.ts';

const thread = '/threads/01a1fae7-6041-7c00-8000-000000000001';
const run = `${thread}/runs/01a1fae7-6041-7c00-8000-000000000002`;

describe('an answer shows of its server', () => {
  it.each<[string, string, number, string, readonly [string, boolean] | null]>([
    ['POST', '/assistants/search', 200, '', ['assistants', true]],
    ['POST', '/api/v1/assistants/search', 404, 'gone', ['assistants', false]],
    ['POST', `${thread}/copy`, 404, 'Not Found', ['threadCopy', false]],
    ['POST', `${thread}/copy`, 404, 'Thread 01a1 not found', null],
    ['POST', `${thread}/copy`, 405, 'Method Not Allowed', ['threadCopy', false]],
    ['POST', `${thread}/copy`, 500, 'broken', null],
    ['POST', `${thread}/runs/stream`, 200, '', ['runs', true]],
    ['POST', '/runs/stream', 501, '', ['statelessRuns', false]],
    ['POST', `${thread}/runs`, 422, 'invalid', null],
    ['GET', `${run}/stream?stream_mode=values`, 200, '', ['joinRuns', true]],
    ['POST', `${run}/cancel`, 404, 'Run not found', null],
    ['POST', `${run}/cancel`, 404, '404 Not Found', ['cancelRuns', false]],
    ['POST', '/runs/crons/search', 404, 'nothing here', ['crons', false]],
    // What is missing is named in the body or the query.
    ['POST', '/runs/stream', 404, 'Assistant 01a1 not found', null],
    ['POST', '/runs/wait', 404, 'No assistant found', null],
    ['POST', '/runs/crons', 404, 'Assistant 01a1 not found', null],
    ['GET', '/store/items?namespace=a&key=b', 404, 'Item not found', null],
    ['POST', '/threads/prune', 404, 'Thread 01a1 not found', null],
    ['POST', '/runs/stream', 404, 'Not Found', ['statelessRuns', false]],
    ['POST', '/store/items/search', 405, '', ['store', false]],
    ['GET', '/custom', 404, 'Not Found', null],
  ])('%s %s, %i %s: %j', (method, path, status, message, expected) => {
    const shown = capabilityShownBy({ method, path, status, message });
    expect(shown && [shown.name, shown.capability.available]).toEqual(expected);
    expect(shown?.capability.source ?? 'answer').toBe('answer');
    expect(shown?.capability.available === false).toBe(shown?.capability.reason != null);
  });
});

it('a description of routes tells a method from its path, and runs without a thread from those on one', () => {
  const described = capabilitiesDescribedBy({
    '/threads/{thread_id}/runs': { get: {} },
    '/threads/{thread_id}/runs/stream': { post: {} },
    '/threads/{id}/state': { get: {}, post: {} },
    '/threads/search': { post: {} },
  });
  const of = (name: Parameters<typeof described.get>[0]) => described.get(name)?.available;
  expect([of('backgroundRuns'), of('runs'), of('statelessRuns'), of('stateUpdates'), of('store')]).toEqual([
    false,
    true,
    false,
    true,
    false,
  ]);
});

describe('what a server has shown', () => {
  const answer = (path: string, status: number, problem = ''): RequestEvent => ({
    phase: 'answer',
    id: 1,
    method: 'POST',
    path,
    purpose: 'test',
    requestBody: null,
    status,
    ms: 1,
    problem,
  });

  it('counts more than its descriptions, and is told once', () => {
    const changes: string[] = [];
    const learned = createLearnedCapabilities((id) => changes.push(id));
    const described = someCapabilities({ crons: { available: true, reason: null, source: 'routes' } });
    for (let round = 0; round < 3; round += 1) learned.observe('c', answer('/runs/crons', 501));
    expect(learned.merge('c', described).crons).toMatchObject({ available: false, source: 'answer' });
    expect(learned.merge('other', described)).toEqual(described);
    expect(changes).toEqual(['c']);
    learned.observe('c', answer('/runs/crons', 200));
    expect(learned.merge('c', described).crons.available).toBe(true);
  });

  it('is forgotten when it has another version', () => {
    const learned = createLearnedCapabilities(() => undefined);
    const described = someCapabilities();
    learned.keepFor('c', 'python 1');
    learned.observe('c', answer('/runs/crons', 501));
    learned.keepFor('c', 'python 1');
    expect(learned.merge('c', described).crons.available).toBe(false);
    learned.keepFor('c', 'python 2');
    expect(learned.merge('c', described)).toEqual(described);
  });
});
