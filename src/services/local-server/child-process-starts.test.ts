import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { contract } from '../../shared/contract.ts';

const services = join(import.meta.dirname, '..');

it('P-1: two functions start processes; a window can choose neither a program nor arguments', () => {
  const sources = readdirSync(services, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => ({ path, text: readFileSync(join(services, path), 'utf8') }));
  const where = (pattern: RegExp): string[] =>
    sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
  expect(where(/\.startChild\(/)).toEqual([join('local-server', 'launch.ts')]);
  expect(where(/node:child_process/)).toEqual([join('projects', 'server', 'start-program.ts')]);
  expect(where(/\bstartProgram\(/).filter((path) => !path.endsWith('start-program.ts'))).toEqual([
    join('projects', 'server', 'project-server.ts'),
  ]);
  const start = sources.find(({ path }) => path.endsWith('start-program.ts'))?.text;
  expect(start).toContain('shell: false');
  const launch = sources.find(({ path }) => path.endsWith('launch.ts'))?.text;
  expect(launch).toContain("modulePath: join(platform.demoServerFolder, 'entry.mjs')");

  const { input } = contract.calls['localServer.restart'];
  expect(input.safeParse({}).success).toBe(true);
  expect(input.safeParse({ modulePath: '/tmp/x.mjs' }).success).toBe(false);
  const project = contract.calls['projects.start'].input;
  expect(project.safeParse({ projectId: 'x' }).success).toBe(true);
  expect(project.safeParse({ projectId: 'x', argv: ['sh'] }).success).toBe(false);
});
