import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const declaration = /^export (?:async )?(?:const|function\*?|class|interface|type|enum) (\w+)/gm;

/** Names that several files export for the same thing. */
const shared: Readonly<Record<string, string>> = {
  run: 'each command of the command line exports it',
  StreamMode: 'the contract and the client do not import each other',
  totalByteLength: 'the contract and the client do not import each other',
};

it('a name is exported by one file, so that a search for it finds its one meaning', () => {
  const filesOf = new Map<string, Set<string>>();
  for (const file of sourceFiles())
    for (const [, name = ''] of readFileSync(join(root, file), 'utf8').matchAll(declaration))
      filesOf.set(name, (filesOf.get(name) ?? new Set()).add(file));
  const twice = [...filesOf].filter(([, files]) => files.size > 1);
  expect(filesOf.size).toBeGreaterThan(3000);
  expect(
    twice.filter(([name]) => !Object.hasOwn(shared, name)).map(([name, files]) => [name, ...files]),
  ).toEqual([]);
  expect(Object.keys(shared).filter((name) => twice.every(([other]) => other !== name))).toEqual([]);
});

/** Without tests and their helpers. */
function sourceFiles(): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      /\.tsx?$/.test(file) && !/\.test\.tsx?$|^testing\/|\/testing\//.test(file.replaceAll('\\', '/')),
  );
}
