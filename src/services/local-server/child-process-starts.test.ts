import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { contract } from '../../shared/contract.ts';

const services = join(import.meta.dirname, '..');

it('P-1: one function starts processes, with a fixed module that no window can choose', () => {
  const sources = readdirSync(services, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => ({ path, text: readFileSync(join(services, path), 'utf8') }));
  const where = (pattern: RegExp): string[] =>
    sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
  expect(where(/\.startChild\(/)).toEqual([join('local-server', 'launch.ts')]);
  expect(where(/node:child_process/)).toEqual([]);
  const launch = sources.find(({ path }) => path.endsWith('launch.ts'))?.text;
  expect(launch).toContain("modulePath: join(platform.resourcesFolder, 'demo-server', 'entry.mjs')");

  const { input } = contract.calls['localServer.restart'];
  expect(input.safeParse({}).success).toBe(true);
  expect(input.safeParse({ modulePath: '/tmp/x.mjs' }).success).toBe(false);
});
