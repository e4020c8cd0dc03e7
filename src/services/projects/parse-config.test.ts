import { expect, it } from 'vitest';
import { parseProjectConfig } from './parse-config.ts';

const parse = (config: unknown) => parseProjectConfig(JSON.stringify(config));
const messages = (config: unknown): string[] => parse(config).problems.map(({ message }) => message);

it('reads graphs as paths and as objects, and finds the language by their files', () => {
  const config = parse({ graphs: { a: './a.ts:graph', b: { path: './b.js:graph', description: 'B' } } });
  expect(config).toMatchObject({
    language: 'javascript',
    graphs: [
      { id: 'a', path: './a.ts:graph' },
      { id: 'b', path: './b.js:graph' },
    ],
    problems: [],
  });
  expect(parse({ graphs: { a: './a.py:graph', b: './b.ts:graph' } }).language).toBe('python');
  expect(parse({ graphs: { a: 'package.agent:graph' } }).language).toBe('python');
  expect(parse({ graphs: { a: 'C:\\code\\agent.ts:graph' } }).graphs[0]?.path).toBe(
    'C:\\code\\agent.ts:graph',
  );
});

it('names what is wrong with the file, and where', () => {
  expect(parseProjectConfig('{\n  "graphs": {,}\n}').problems[0]?.message).toMatch(
    /not valid JSON: .*line 2/,
  );
  expect(parseProjectConfig('').problems[0]?.message).toContain('not valid JSON');
  expect(messages([])).toEqual(['langgraph.json is not a JSON object.']);
  expect(messages({})).toEqual(['langgraph.json has no "graphs".']);
  expect(messages({ graphs: {} })).toEqual(['langgraph.json names no graph.']);
  expect(messages({ graphs: ['a'] })).toEqual(['langgraph.json has "graphs" that are not an object.']);
  expect(messages({ graphs: { a: 7, b: './b.ts' } })).toEqual([
    'langgraph.json: the graph "a" has no path of the form <file>:<export>.',
    'langgraph.json: the graph "b" has no path of the form <file>:<export>.',
  ]);
});

it('names versions that no server runs on', () => {
  const graphs = { a: './a.ts:graph' };
  expect(messages({ graphs, node_version: '18' })).toEqual([
    'langgraph.json: "node_version" is "18", but graph servers need Node.js 20 or newer.',
  ]);
  expect(messages({ graphs, node_version: 20 })).toEqual([
    'langgraph.json: "node_version" is 20, which is not a version of Node.js.',
  ]);
  expect(messages({ graphs, python_version: '3.9' })).toEqual([
    'langgraph.json: "python_version" is "3.9", but graph servers need Python 3.11 or newer.',
  ]);
  expect(messages({ graphs, python_version: 'latest' })[0]).toContain('which is not a version of Python');
  expect(messages({ graphs, node_version: '26', python_version: '3.13' })).toEqual([]);
});

it('a configuration says whether web pages may call the server', () => {
  const graphs = { a: './a.ts:graph' };
  const isOpen = (more: object): boolean => parse({ graphs, ...more }).isOpenToWebPages;
  expect(isOpen({})).toBe(true);
  expect(isOpen({ http: { cors: { allow_origins: ['*'] } } })).toBe(true);
  expect(isOpen({ http: null, auth: null })).toBe(true);
  expect(isOpen({ http: { cors: { allow_origins: [] } } })).toBe(false);
  expect(isOpen({ auth: { path: './auth.ts:auth' } })).toBe(false);
});

it('bounds and escapes what a hostile file says', () => {
  const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`g${n}`, './a.ts:graph']));
  const config = parse({ graphs: many });
  expect(config.graphs).toHaveLength(500);
  expect(config.problems[0]?.message).toContain('2,000 graphs');
  const odd = parse({ graphs: { ['x\u202e'.repeat(1_000)]: './a\n.ts:graph' }, env: '.e\u0000nv' });
  expect(odd.graphs[0]?.id.length).toBeLessThan(310);
  expect(odd.graphs[0]?.id).toContain('\\u202e');
  expect(odd.graphs[0]?.path).toBe('./a\\n.ts:graph');
  const proto = parseProjectConfig('{"graphs":{"__proto__":"./a.ts:graph"}}');
  expect(proto.graphs).toEqual([{ id: '__proto__', path: './a.ts:graph' }]);
  expect(parse({ graphs: { a: './a.ts:graph' }, http: 'x', auth: 7, env: ['A'] }).problems).toEqual([]);
});
