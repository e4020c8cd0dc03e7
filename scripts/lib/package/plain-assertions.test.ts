import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { afterEach, expect, it } from 'vitest';
import { plainAssertions, plainMessage } from './plain-assertions.mjs';

const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

/** Bundles a package and runs it. Returns what the program prints about the error that the package throws. */
async function errorOf(packageSource: string, type = 'commonjs'): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'plain-assertions-'));
  folders.push(folder);
  await mkdir(join(folder, 'node_modules/checked'), { recursive: true });
  await writeFile(
    join(folder, 'node_modules/checked/package.json'),
    JSON.stringify({ main: 'index.js', type }),
  );
  await writeFile(join(folder, 'node_modules/checked/index.js'), packageSource);
  await writeFile(
    join(folder, 'entry.mjs'),
    `import { run } from 'checked';
     try { run(); } catch ({ name, code, message, actual }) { console.log(JSON.stringify({ name, code, message, actual })); }`,
  );
  const built = await rolldown({
    cwd: folder,
    input: join(folder, 'entry.mjs'),
    platform: 'node',
    // As the desktop app's build has it.
    external: ['assert', 'node:assert'],
    plugins: [plainAssertions()],
  });
  await built.write({ dir: join(folder, 'out'), format: 'esm', entryFileNames: '[name].mjs', minify: true });
  await built.close();
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'out/entry.mjs')]);
  return JSON.parse(stdout);
}

it('a failed check of a bundled package is thrown with a fixed message, which Node need not make of the source', async () => {
  const error = { name: 'AssertionError', code: 'ERR_ASSERTION', message: plainMessage, actual: false };
  expect(await errorOf(`const assert = require('node:assert'); exports.run = () => assert(1 > 2);`)).toEqual(
    error,
  );
  expect(
    await errorOf(`const { ok } = require('assert'); exports.run = () => { ok(2 > 1); ok(1 > 2); };`),
  ).toEqual(error);
  expect(
    await errorOf(`const { strict } = require('node:assert'); exports.run = () => strict(1 > 2);`),
  ).toEqual(error);
  expect(
    await errorOf(`import check from 'node:assert'; export const run = () => check(1 > 2);`, 'module'),
  ).toEqual(error);
});

it('a check of a package that has a message keeps it, and the other checks stay those of Node', async () => {
  const source = (check: string): string =>
    `const assert = require('node:assert'); exports.run = () => ${check};`;
  expect(await errorOf(source(`assert(1 > 2, 'mine')`))).toMatchObject({ message: 'mine' });
  expect(await errorOf(source(`assert.ok(1 > 2, new TypeError('own'))`))).toMatchObject({
    name: 'TypeError',
    message: 'own',
  });
  expect(await errorOf(source(`assert.strictEqual(1, 2, 'not equal')`))).toMatchObject({
    message: expect.stringContaining('not equal'),
    actual: 1,
  });
});
