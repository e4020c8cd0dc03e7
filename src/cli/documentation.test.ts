import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findSubcommand } from './args/find-subcommand.ts';
import { parseCommand } from './args/parse-command.ts';
import { programName } from './args/subcommands.ts';

const docs = join(import.meta.dirname, '../../docs');

/** Lines of shell blocks that call the command line, page by page. `docs/command-line.md` is held by `main.test.ts`. */
const lines = readdirSync(docs, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.md') && path !== 'command-line.md')
  .flatMap((path) =>
    [...readFileSync(join(docs, path), 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(
      ([, block = '']) => block.split('\n').filter((line) => line.startsWith(`${programName} `)),
    ),
  );

/** Without the program's name and the shell's quotes. */
function words(line: string): string[] {
  const parts = line.split(/ (?=(?:[^']*'[^']*')*[^']*$)/).slice(1);
  return parts.map((word) => word.replaceAll("'", ''));
}

describe('the command lines of the documentation', () => {
  it('are found', () => {
    expect(lines.length).toBeGreaterThanOrEqual(3);
  });

  it.each(lines)('%s names a command, options and arguments that exist', (line) => {
    const match = findSubcommand(words(line));
    expect(() => parseCommand(match.spec, match.words)).not.toThrow();
  });

  it('would be refused with an option that does not exist', () => {
    const match = findSubcommand(['run', 'writer', '--resumed', 'x']);
    expect(() => parseCommand(match.spec, match.words)).toThrow('--resumed');
  });
});
