import { expect, it } from 'vitest';
import { maxCustomRoutes, summarizeRoutes } from './route-summary.ts';

const url = 'https://graphs.example/base';

it('the summary counts the routes of the API by area, also below a prefix, and lists the others', () => {
  const paths = {
    '/api/v1/assistants/search': { post: {} },
    '/api/v1/threads/search': { post: {} },
    '/api/v1/threads/{thread_id}': { get: {}, patch: {}, parameters: [] },
    '/api/v1/threads/{thread_id}/runs/crons': { post: {} },
    '/api/v1/threads/{thread_id}/runs/{run_id}': { get: {} },
    '/api/v1/runs/crons/search': { post: {} },
    '/api/v1/store/items': { put: {} },
    '/info': { get: {} },
    '/api/v1/info': { get: {} },
    '/api/v1/mcp/': { post: {} },
    '/a2a/{assistant_id}': { post: {} },
    '/orders/{id}': { get: { summary: 'One order' }, delete: { description: 'Drops it' } },
    '/runsheet': { post: {} },
    '/machines/metrics': { get: {} },
    '/api/v1/metrics': { get: {} },
  };
  expect(summarizeRoutes({ paths }, url)).toEqual({
    areas: { assistants: 1, threads: 3, runs: 1, crons: 2, store: 1, system: 5 },
    custom: [
      { method: 'GET', path: '/orders/{id}', summary: 'One order' },
      { method: 'DELETE', path: '/orders/{id}', summary: 'Drops it' },
      { method: 'POST', path: '/runsheet', summary: null },
      { method: 'GET', path: '/machines/metrics', summary: null },
    ],
    isCut: false,
    mcpUrl: `${url}/api/v1/mcp/`,
    a2aUrl: `${url}/a2a/{assistant_id}`,
    metricsUrl: `${url}/api/v1/metrics`,
  });
});

it('the summary distinguishes a description without the API from one with it, and from none', () => {
  const summary = summarizeRoutes({ paths: { '/orders': { get: {} } } }, url);
  expect(summary).toMatchObject({ areas: null, custom: [{ path: '/orders' }], mcpUrl: null, a2aUrl: null });
  for (const none of [null, 'text', [], {}, { paths: null }, { paths: [] }, { paths: {} }])
    expect(summarizeRoutes(none, url)).toBeNull();
});

it('the summary bounds what a hostile description brings', () => {
  const long = `/${'x'.repeat(2000)}`;
  const many = Object.fromEntries(
    Array.from({ length: 1000 }, (_, index) => [`${long}${index}`, { get: { summary: long }, post: 1 }]),
  );
  const summary = summarizeRoutes({ paths: many }, url);
  expect(summary?.custom).toHaveLength(maxCustomRoutes);
  expect(summary?.isCut).toBe(true);
  expect(JSON.stringify(summary).length).toBeLessThan(maxCustomRoutes * 1000);
});

/** The paths that the hosted server's description lists (docs/protocol.md, Server information). */
const hostedPaths = `
/assistants
/assistants/search
/assistants/count
/assistants/{assistant_id}
/assistants/{assistant_id}/graph
/assistants/{assistant_id}/subgraphs
/assistants/{assistant_id}/subgraphs/{namespace}
/assistants/{assistant_id}/schemas
/assistants/{assistant_id}/versions
/assistants/{assistant_id}/latest
/threads
/threads/search
/threads/count
/threads/{thread_id}/state
/threads/{thread_id}/state/{checkpoint_id}
/threads/{thread_id}/state/checkpoint
/threads/{thread_id}/history
/threads/{thread_id}/copy
/threads/{thread_id}
/threads/{thread_id}/stream
/threads/{thread_id}/runs
/threads/{thread_id}/runs/crons
/threads/{thread_id}/runs/stream
/threads/{thread_id}/runs/wait
/threads/{thread_id}/runs/{run_id}
/threads/{thread_id}/runs/{run_id}/join
/threads/{thread_id}/runs/{run_id}/stream
/threads/{thread_id}/runs/{run_id}/cancel
/runs/crons
/runs/crons/search
/runs/crons/count
/runs/stream
/runs/cancel
/runs/wait
/runs
/runs/batch
/runs/crons/{cron_id}
/store/items
/store/items/search
/store/namespaces
/a2a/{assistant_id}
/mcp/
/info
/metrics
/ok
`;

it('the summary takes no route of the hosted server for a custom one', () => {
  const paths = Object.fromEntries(
    hostedPaths
      .trim()
      .split('\n')
      .map((path) => [path, { get: {} }]),
  );
  const summary = summarizeRoutes({ paths }, url);
  expect(summary?.custom).toEqual([]);
  expect(summary).toMatchObject({
    mcpUrl: `${url}/mcp/`,
    a2aUrl: `${url}/a2a/{assistant_id}`,
    metricsUrl: `${url}/metrics`,
  });
});
