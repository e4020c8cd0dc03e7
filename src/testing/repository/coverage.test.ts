import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GraphClient, RemoteGraph } from '../../remote-graph/index.ts';

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/coverage.md'), 'utf8');
const [, endpoints = '', remoteGraph = '', graphClient = ''] = page.split('\n## ');

/** What the description of the API lists. */
const described = [
  'GET /assistants/{assistant_id}/graph',
  'GET /threads/{thread_id}/state',
  'POST /threads/{thread_id}/state/checkpoint',
  'POST /threads/{thread_id}/history',
  'POST /threads/{thread_id}/state',
  'POST /threads/{thread_id}/runs/stream',
  'POST /runs/stream',
  'POST /assistants/search',
  'POST /threads',
  'POST /threads/{thread_id}/runs',
  'POST /threads/{thread_id}/runs/crons',
  'POST /threads/{thread_id}/runs/wait',
  'POST /runs/crons',
  'POST /runs/wait',
];

interface CoverageRow {
  readonly name: string;
  readonly where: string;
  readonly files: readonly string[];
}

function rowsOf(section: string): CoverageRow[] {
  return [...section.matchAll(/^\| `([^`]+)` +\| (.+?) +\| (`.+`) +\|$/gm)].map(
    ([, name = '', where = '', cell = '']) => ({
      name,
      where,
      files: [...cell.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
    }),
  );
}

/** The public methods and getters of an object, of all its classes. */
function membersOf(object: object, ends: object = Object.prototype): string[] {
  const names = new Set<string>();
  for (let level = Reflect.getPrototypeOf(object); level && level !== ends;) {
    for (const name of Object.getOwnPropertyNames(level)) names.add(name);
    level = Reflect.getPrototypeOf(level);
  }
  // LangChain's own: serialization, and what starts with an underscore.
  return [...names].filter((name) => !/^(?:_|lc_|toJSON|constructor$)/.test(name));
}

const settings = { url: 'http://127.0.0.1:1', apiKey: null };

describe('docs/coverage.md', () => {
  it('names files that exist, and says where', () => {
    const rows = rowsOf(page);
    expect(rows.length).toBeGreaterThan(100);
    expect(rows.flatMap(({ files }) => files).filter((file) => !existsSync(join(root, file)))).toEqual([]);
    expect(rows.flatMap(({ files }) => files).filter((file) => !/\.(?:test|spec)\.tsx?$/.test(file))).toEqual(
      [],
    );
    expect(rows.filter(({ where }) => where.trim() === '')).toEqual([]);
  });

  it('has a row for each endpoint of the description', () => {
    expect(rowsOf(endpoints).map(({ name }) => name)).toEqual(described);
  });

  it('has a row for each method of RemoteGraph, shown by a test that names it', () => {
    const rows = rowsOf(remoteGraph);
    const methods = membersOf(new RemoteGraph('a', settings));
    expect(rows.map(({ name }) => name).toSorted()).toEqual(methods.toSorted());
    const unnamed = rows.filter(({ name, files }) =>
      files.every((file) => !readFileSync(join(root, file), 'utf8').includes(name)),
    );
    expect(unnamed.map(({ name }) => name)).toEqual([]);
  });

  it('has a row for each method of GraphClient', () => {
    const client = new GraphClient(settings);
    const methods = [
      ...Object.entries(client).flatMap(([area, resource]) =>
        membersOf(resource as object).map((name) => `${area}.${name}`),
      ),
      ...membersOf(client),
    ];
    expect(
      rowsOf(graphClient)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(methods.toSorted());
  });
});
