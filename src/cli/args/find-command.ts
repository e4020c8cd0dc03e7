import type { CommandSpec } from './command-spec.ts';
import { commandSpecs, groupDefaults, programName } from './command-specs.ts';
import { closestName } from './closest-name.ts';
import { usageError } from './usage-error.ts';

export interface FoundCommand {
  readonly spec: CommandSpec;
  readonly words: readonly string[];
}

// The command of a command line: the two words of one, or its first word. A server's address alone, options
// alone and nothing at all open the studio. Throws `AppError` (`invalid-input`) for another word.
export function findCommand(words: readonly string[]): FoundCommand {
  const [first = '', second = ''] = words;
  if (first === '' || first.startsWith('-') || /^https?:\/\//.test(first)) {
    return { spec: specOf('open'), words };
  }
  const double = commandSpecs.find(({ name }) => name === `${first} ${second}`);
  if (double) return { spec: double, words: words.slice(2) };
  const single = commandSpecs.find(({ name }) => name === first);
  if (single) return { spec: single, words: words.slice(1) };
  const group = commandSpecs.filter(({ name }) => name.startsWith(`${first} `));
  const usual = groupDefaults[first];
  if (usual !== undefined && (second === '' || second.startsWith('-'))) {
    return { spec: specOf(usual), words: words.slice(1) };
  }
  if (group.length > 0) {
    const names = group.map(({ name }) => name.slice(first.length + 1));
    const closest = closestName(second, names);
    const last = names.pop() ?? '';
    throw usageError(
      `${first} is followed by ${names.length === 0 ? last : `${names.join(', ')} or ${last}`}.`,
      closest === null ? `See ${programName} --help.` : `Did you mean "${first} ${closest}"?`,
    );
  }
  const closest = closestName(first, firstWords);
  throw usageError(
    `There is no command "${first}".`,
    closest === null ? `See ${programName} --help.` : `Did you mean "${closest}"?`,
  );
}

function specOf(name: string): CommandSpec {
  const spec = commandSpecs.find((one) => one.name === name);
  if (!spec) throw new Error(`There is no command "${name}".`);
  return spec;
}

const firstWords = [...new Set(commandSpecs.map(({ name }) => name.split(' ')[0] ?? ''))];
