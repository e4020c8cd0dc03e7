import { expect, it } from 'vitest';
import { loadSubcommand } from './load-subcommand.ts';
import type { SubcommandName, SubcommandSpec } from './args/subcommand-spec.ts';
import { subcommands } from './args/subcommands.ts';

it.each(subcommands.map(({ name }) => name))('the command %s has code', async (name) => {
  expect(await loadSubcommand(name)).toBeTypeOf('function');
});

it('a command without code does not compile', () => {
  // @ts-expect-error -- no code has this name
  const name: SubcommandName = 'threads rename';
  // @ts-expect-error -- and no help either
  const spec: Pick<SubcommandSpec, 'name'> = { name: 'threads rename' };
  expect(spec.name).toBe(name);
});
