import { expect, it } from 'vitest';
import { loadCommand } from './load-command.ts';
import type { CommandName, CommandSpec } from './args/command-spec.ts';
import { commandSpecs } from './args/command-specs.ts';

it.each(commandSpecs.map(({ name }) => name))('the command %s has code', async (name) => {
  expect(await loadCommand(name)).toBeTypeOf('function');
});

it('a command without code does not compile', () => {
  // @ts-expect-error -- no code has this name
  const name: CommandName = 'threads rename';
  // @ts-expect-error -- and no help either
  const spec: Pick<CommandSpec, 'name'> = { name: 'threads rename' };
  expect(spec.name).toBe(name);
});
