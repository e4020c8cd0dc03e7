import type { CommandSpec } from '../spec/command-spec.ts';
import { commandSpecs, groupDefaults, programName } from '../spec/command-specs.ts';
import { usageError } from './usage-error.ts';

/** A command, and what was given to it. */
export interface FoundCommand {
  readonly spec: CommandSpec;
  readonly words: readonly string[];
}

/**
 * The command of a command line: the two words of one, or its first word. A server's address alone, options alone and
 * nothing at all open the studio. Throws `AppError` (`invalid-input`) for another word.
 */
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
    const last = names.pop() ?? '';
    throw usageError(
      `${first} is followed by ${names.length === 0 ? last : `${names.join(', ')} or ${last}`}.`,
      `See ${programName} --help.`,
    );
  }
  const like = closest(first);
  throw usageError(
    `There is no command "${first}".`,
    like === null ? `See ${programName} --help.` : `Did you mean "${like}"?`,
  );
}

function specOf(name: string): CommandSpec {
  const spec = commandSpecs.find((one) => one.name === name);
  if (!spec) throw new Error(`There is no command "${name}".`);
  return spec;
}

/** A command that starts alike, or has all but two of the letters. */
function closest(word: string): string | null {
  const names = [...new Set(commandSpecs.map(({ name }) => name.split(' ')[0] ?? ''))];
  const ranked = names.map((name) => ({ name, distance: editDistance(word, name) }));
  const [best] = ranked.toSorted((a, b) => a.distance - b.distance);
  return best !== undefined && best.distance <= 2 ? best.name : null;
}

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, change));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
