import { commandHelp, defaultHelpWidth } from '../args/help-text.ts';
import { exitCodeMeanings } from '../exit-codes.ts';
import { renderText } from '../output/styled-text.ts';
import { subcommands } from '../args/subcommands.ts';

/** The part of docs/command-line.md that comes from the commands' own help. */
export function commandDocumentation(): string {
  return subcommands
    .map(
      (spec) =>
        `\n### ${spec.name}\n\n${spec.summary}.\n\n\`\`\`text\n${renderText(commandHelp(spec, defaultHelpWidth), false, '\n')}\n\`\`\`\n`,
    )
    .join('')
    .concat('\n');
}

/** The table of exit codes of docs/command-line.md. */
export function exitCodeDocumentation(): string {
  const rows = exitCodeMeanings.map(([code, meaning]) => [String(code), meaning] as const);
  const width = Math.max(...rows.map(([, meaning]) => meaning.length));
  const line = (code: string, meaning: string): string =>
    `| ${code.padEnd(9)} | ${meaning.padEnd(width)} |\n`;
  return [
    line('exit code', 'meaning'),
    line('-'.repeat(9), '-'.repeat(width)),
    ...rows.map(([code, meaning]) => line(code, meaning)),
  ].join('');
}
