import { expect, it } from 'vitest';
import { contract } from '../../../shared/contract.ts';

it('a window that starts a server can choose neither a program nor its arguments', () => {
  const { input } = contract.calls['demoServer.restart'];
  expect(input.safeParse({}).success).toBe(true);
  expect(input.safeParse({ modulePath: '/tmp/x.mjs' }).success).toBe(false);
  const project = contract.calls['projects.start'].input;
  expect(project.safeParse({ projectId: 'x' }).success).toBe(true);
  expect(project.safeParse({ projectId: 'x', argv: ['sh'] }).success).toBe(false);
});
