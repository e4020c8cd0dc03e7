import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

/** It becomes part of the published package. */
const exactJson = new URL('../../exact-json/src/index.ts', import.meta.url);

/** The files and packages that a module loads, by its imports other than types. */
async function loaded(file: URL, visited = new Set<string>()): Promise<Set<string>> {
  if (visited.has(file.href)) return visited;
  visited.add(file.href);
  const text = await readFile(file, 'utf8');
  for (const [, kind, name = ''] of text.matchAll(
    /^(?:import|export)\b( type\b)?[^;']*?from '([^']+)';/gms,
  )) {
    if (kind !== undefined) continue;
    if (name.startsWith('.')) await loaded(new URL(name, file), visited);
    else if (name === 'exact-json') await loaded(exactJson, visited);
    else visited.add(name);
  }
  return visited;
}

it('loads no package, not even LangChain', async () => {
  const names = [...(await loaded(new URL('client.ts', import.meta.url)))];
  expect(names.filter((name) => !name.startsWith('file:'))).toEqual([]);
  expect(names.some((name) => name.endsWith('/http-client.ts'))).toBe(true);
  expect(names.filter((name) => name.includes('/langchain/'))).toEqual([]);
});

it('is part of the whole package, which loads LangChain', async () => {
  const names = [...(await loaded(new URL('index.ts', import.meta.url)))];
  expect(names).toContain('@langchain/core/runnables');
  expect(names.some((name) => name.endsWith('/client.ts'))).toBe(true);
});
