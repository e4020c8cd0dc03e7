import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  forEachChild,
  isCallExpression,
  isPropertyAccessExpression,
  type Node,
  type SourceFile,
} from 'typescript';
import * as ts from 'typescript';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Uses of the global `expect.poll` and `expect.soft` in concurrent tests: the file and the line. */
function globalExpects(path: string, text: string): string[] {
  const found: string[] = [];
  if (!text.includes('concurrent')) return found;
  const source: SourceFile = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const visit = (node: Node, concurrent: boolean): void => {
    const isConcurrent =
      concurrent || (isCallExpression(node) && /\.concurrent\b/.test(node.expression.getText(source)));
    if (isConcurrent && isPropertyAccessExpression(node)) {
      if (/^expect\.(poll|soft)$/.test(node.getText(source))) {
        found.push(`${path}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`);
      }
    }
    forEachChild(node, (child) => visit(child, isConcurrent));
  };
  visit(source, false);
  return found;
}

it('the search finds what is there', () => {
  const text = `
    it('alone', async () => { await expect.poll(f).toBe(1); });
    describe.concurrent('a', () => {
      it('global', async () => { await expect.poll(f).toBe(1); });
      it('own', async (test) => { await test.expect.poll(f).toBe(1); });
    });
    it.concurrent.each([1])('global', async () => { await expect.poll(f).toBe(1); });`;
  expect(globalExpects('a.ts', text)).toEqual(['a.ts:4', 'a.ts:7']);
});

// Vitest forgets the current test when another one of the file ends, and then refuses the global `expect.poll`: a failure that
// comes and goes.
it('concurrent tests poll with the expect that they are given', () => {
  const found = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /[.]test[.]tsx?$/.test(path) && !path.endsWith('concurrent-tests.test.ts'))
    .flatMap((path) => globalExpects(path, readFileSync(join(root, path), 'utf8')));
  expect(found).toEqual([]);
});
