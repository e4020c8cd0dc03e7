import { describe, expect, it } from 'vitest';
import type { RequestEvent } from 'remote-graph-client/client';
import { someCapabilities } from '../../../testing/builders.ts';
import { createLearnedCapabilities } from './learned-capabilities.ts';
import { capabilityOfRefusedOption } from './option-capabilities.ts';
import { capabilitiesDescribedBy, observationOf } from './route-capabilities.ts';

const thread = '/threads/01a1fae7-6041-7c00-8000-000000000001';
const run = `${thread}/runs/01a1fae7-6041-7c00-8000-000000000002`;

describe('an answer shows of its server', () => {
  it.each<[string, string, number, string, readonly [string, 'yes' | 'no' | 'suspected'] | null]>([
    ['POST', '/assistants/search', 200, '', ['assistants', 'yes']],
    ['POST', '/api/v1/assistants/search', 404, 'gone', ['assistants', 'no']],
    ['POST', `${thread}/copy`, 404, 'Not Found', ['threadCopy', 'suspected']],
    ['POST', `${thread}/copy`, 404, 'Thread 01a1 not found', null],
    ['POST', `${thread}/copy`, 405, 'Method Not Allowed', ['threadCopy', 'no']],
    ['POST', `${thread}/copy`, 500, 'broken', null],
    ['POST', `${thread}/runs/stream`, 200, '', ['runs', 'yes']],
    ['POST', '/runs/stream', 501, '', ['statelessRuns', 'no']],
    ['POST', `${thread}/runs`, 422, 'invalid', null],
    ['GET', `${run}/stream?stream_mode=values`, 200, '', ['joinRuns', 'yes']],
    ['POST', `${run}/cancel`, 404, 'Run not found', null],
    ['POST', `${run}/cancel`, 404, '404 Not Found', ['cancelRuns', 'suspected']],
    ['POST', '/runs/crons/search', 404, 'nothing here', ['crons', 'no']],
    // What is missing is named in the body or the query.
    ['POST', '/runs/stream', 404, 'Assistant 01a1 not found', null],
    ['POST', '/runs/wait', 404, 'No assistant found', null],
    ['POST', '/runs/crons', 404, 'Assistant 01a1 not found', null],
    ['GET', '/store/items?namespace=a&key=b', 404, 'Item not found', null],
    ['GET', '/store/items?namespace=a&key=b', 404, 'Not Found', null],
    ['POST', '/threads/prune', 404, 'Thread 01a1 not found', null],
    ['POST', '/runs/stream', 404, 'Not Found', ['statelessRuns', 'no']],
    ['POST', '/store/items/search', 405, '', ['store', 'no']],
    ['PUT', '/store/items', 405, '', ['storeChanges', 'no']],
    // It makes what is missing.
    ['PUT', '/store/items', 404, 'Not Found', ['storeChanges', 'no']],
    ['DELETE', '/store/items', 404, 'Not Found', null],
    ['GET', '/custom', 404, 'Not Found', null],
  ])('%s %s, %i %s: %j', (method, path, status, message, expected) => {
    const observation = observationOf({ method, path, status, message });
    expect(observation && [observation.name, observation.verdict]).toEqual(expected);
  });
});

describe('a refusal shows which option its server does not take', () => {
  const body = JSON.stringify({ input: {}, multitask_strategy: 'rollback', webhook: 'http://127.0.0.1:9/x' });
  it.each<[string, number, string, string | null]>([
    [
      `${thread}/runs/stream`,
      422,
      'multitask_strategy: Input should be "reject" or "enqueue"',
      'rollbackRuns',
    ],
    [`${thread}/runs`, 400, 'Unsupported multitaskStrategy', 'rollbackRuns'],
    [`${thread}/runs`, 409, 'multitask_strategy is not supported', null],
    [`${thread}/runs/stream`, 422, 'webhook: Extra inputs are not permitted', 'webhooks'],
    [`${thread}/runs/stream`, 422, 'webhook: the URL is not allowed (loopback)', null],
    [`${run}/cancel?wait=0&action=rollback`, 422, 'action: Input should be "interrupt"', 'cancelRollback'],
    [`${run}/cancel?wait=0&action=interrupt`, 422, 'action: Input should be "interrupt"', null],
    [`${thread}/state`, 422, 'multitask_strategy is not supported', null],
  ])('%s, %i %s: %s', (path, status, message, expected) => {
    const refused = capabilityOfRefusedOption({ method: 'POST', path, status, message, requestBody: body });
    expect(refused?.name ?? null).toBe(expected);
    expect(refused?.capability.available ?? false).toBe(false);
  });
});

it('a description of routes distinguishes a method from its path, and runs without a thread from those on one', () => {
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
  const answer = (path: string, status: number, problem = '', method = 'POST'): RequestEvent => ({
    phase: 'answer',
    id: 1,
    method,
    path,
    purpose: 'test',
    requestBody: null,
    status,
    ms: 1,
    problem,
  });

  it('counts more than its descriptions, and is reported once', () => {
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

  it('is not that a route is missing until the thread is found', () => {
    const learned = createLearnedCapabilities(() => undefined);
    const copy = () => learned.merge('c', someCapabilities()).threadCopy.available;
    const path = `/api${thread}/copy`;
    learned.observe('c', answer(path, 404, 'Not Found'));
    expect([copy(), learned.suspectedThings('c')]).toEqual([null, [`/api${thread}`]]);
    learned.observe('c', answer(`/api${thread}`, 404, 'Not Found', 'GET'));
    learned.observe('c', answer(`/api${thread}/state`, 200, '', 'GET'));
    expect([copy(), learned.suspectedThings('c')]).toEqual([null, []]);
    learned.observe('c', answer(path, 404, 'Not Found'));
    learned.observe('c', answer(`/api${thread}/state`, 200, '', 'GET'));
    expect(copy()).toBe(false);
    learned.retry('c');
    expect(copy()).toBe(null);
  });

  it('is that a history is missing only when both methods are refused', () => {
    const learned = createLearnedCapabilities(() => undefined);
    const history = () => learned.merge('c', someCapabilities()).threadHistory.available;
    learned.observe('c', answer(`${thread}/history`, 405));
    expect(history()).toBe(null);
    learned.observe('c', answer(`${thread}/history`, 405, '', 'GET'));
    expect(history()).toBe(false);
    learned.observe('c', answer(`${thread}/history`, 200, '', 'GET'));
    expect(history()).toBe(true);
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
