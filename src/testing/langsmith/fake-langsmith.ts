import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/* LangSmith's API as far as datasets and addresses of traces are read, after its OpenAPI document. The tests read it with the official client, too. */

export interface StandInDataset {
  readonly id: string;
  readonly name: string;
  readonly description?: string | null;
  readonly examples: readonly StandInExample[];
}

export interface StandInExample {
  readonly id: string;
  readonly inputs: unknown;
  readonly outputs?: unknown;
  readonly metadata?: unknown;
}

export interface FakeLangsmith {
  readonly url: string;
  readonly requests: { readonly path: string; readonly headers: IncomingHttpHeaders }[];
  stop(): Promise<void>;
}

const created = '2026-01-01T00:00:00+00:00';
const tenant = '11111111-1111-4111-8111-111111111111';
const maxLimit = 100;

export async function startFakeLangsmith(
  key: string,
  datasets: readonly StandInDataset[],
  projects: readonly { readonly id: string; readonly name: string }[] = [],
): Promise<FakeLangsmith> {
  const requests: FakeLangsmith['requests'] = [];
  const server = createServer(({ url = '', headers, method }, response) => {
    requests.push({ path: url, headers });
    const { pathname, searchParams } = new URL(url, 'http://stand-in.invalid');
    const send = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (pathname === '/api/v1/info') return send(200, { version: '0.16.0', instance_flags: {} });
    if (headers['x-api-key'] !== key) return send(401, { detail: 'Invalid token' });
    const offset = Number(searchParams.get('offset') ?? 0);
    const limit = Number(searchParams.get('limit') ?? 100);
    if (!(limit >= 1 && limit <= maxLimit) || !(offset >= 0))
      return send(422, { detail: [{ loc: ['query', 'limit'], msg: 'Input should be at most 100' }] });
    const page = <T>(items: readonly T[]): readonly T[] => items.slice(offset, offset + limit);
    if (method === 'GET' && pathname === '/api/v1/datasets') {
      const part = searchParams.get('name_contains')?.toLowerCase() ?? '';
      const matching = datasets.filter(({ name }) => name.toLowerCase().includes(part));
      return send(200, page(matching).map(datasetBody));
    }
    if (method === 'GET' && pathname === '/api/v1/examples') {
      const dataset = datasets.find(({ id }) => id === searchParams.get('dataset'));
      if (dataset === undefined) return send(404, { detail: 'Dataset not found' });
      return send(
        200,
        page(dataset.examples).map((example) => exampleBody(dataset, example)),
      );
    }
    if (method === 'GET' && pathname === '/api/v1/sessions')
      return send(
        200,
        projects.filter(({ name }) => name === searchParams.get('name')),
      );
    const [, runId] = /^\/api\/v2\/runs\/([\da-f-]{36})\/url$/.exec(pathname) ?? [];
    const project = projects.find(({ id }) => id === searchParams.get('project_id'));
    if (method === 'GET' && runId !== undefined && project !== undefined)
      return send(200, {
        url: `https://smith.langchain.com/o/${tenant}/projects/p/${project.id}/r/${runId}?trace_id=${searchParams.get('trace_id')}`,
      });
    return send(404, { detail: 'Not Found' });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => void server.close(() => resolve()));
    },
  };
}

function datasetBody({ id, name, description = null, examples }: StandInDataset) {
  return {
    id,
    name,
    description,
    tenant_id: tenant,
    created_at: created,
    modified_at: created,
    data_type: 'kv',
    example_count: examples.length,
    session_count: 0,
    last_session_start_time: null,
  };
}

function exampleBody(
  dataset: StandInDataset,
  { id, inputs, outputs = null, metadata = null }: StandInExample,
) {
  return {
    id,
    name: `#${id.slice(0, 4)} @ ${dataset.name}`,
    dataset_id: dataset.id,
    source_run_id: null,
    created_at: created,
    modified_at: created,
    inputs,
    outputs,
    metadata,
  };
}
