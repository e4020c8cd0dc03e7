import type { SubcommandSpec } from './subcommand-spec.ts';
import { subcommands, groupDefaults, programName } from './subcommands.ts';
import { closestName } from './closest-name.ts';
import { usageError } from './usage-error.ts';

export interface MatchedSubcommand {
  readonly spec: SubcommandSpec;
  readonly words: readonly string[];
}

// The command of a command line: the two words of one, or its first word. A server's address alone, options
// alone and nothing at all open the studio. Throws `AppError` (`invalid-input`) for another word.
export function findSubcommand(words: readonly string[]): MatchedSubcommand {
  const [first = '', second = ''] = words;
  if (first === '' || first.startsWith('-') || /^https?:\/\//.test(first)) {
    return { spec: specOf('open'), words };
  }
  const double = subcommands.find(({ name }) => name === `${first} ${second}`);
  if (double) return { spec: double, words: words.slice(2) };
  const single = subcommands.find(({ name }) => name === first);
  if (single) return { spec: single, words: words.slice(1) };
  const group = subcommands.filter(({ name }) => name.startsWith(`${first} `));
  const usual = groupDefaults[first];
  if (usual !== undefined && (second === '' || second.startsWith('-'))) {
    return { spec: specOf(usual), words: words.slice(1) };
  }
  if (group.length > 0) {
    const names = group.map(({ name }) => name.slice(first.length + 1));
    const closest = closestName(second, names);
    const last = names.pop() ?? '';
    throw usageError(
      `${first} needs a subcommand: ${names.length === 0 ? last : `${names.join(', ')} or ${last}`}.`,
      closest === null ? `See ${programName} --help.` : `Did you mean "${first} ${closest}"?`,
    );
  }
  const closest = closestName(first, firstWords);
  throw usageError(
    `There is no command "${first}".`,
    closest === null ? `See ${programName} --help.` : `Did you mean "${closest}"?`,
  );
}

function specOf(name: string): SubcommandSpec {
  const spec = subcommands.find((one) => one.name === name);
  if (!spec) throw new Error(`There is no command "${name}".`);
  return spec;
}

const firstWords = [...new Set(subcommands.map(({ name }) => name.split(' ')[0] ?? ''))];
