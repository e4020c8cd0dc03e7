import { commandHelp } from '../args/help-text.ts';
import { commandSpecs } from '../spec/command-specs.ts';

/** The part of docs/command-line.md that comes from the commands' own help. */
export function commandDocumentation(): string {
  return commandSpecs
    .map((spec) => `\n### ${spec.name}\n\n${spec.summary}.\n\n\`\`\`text\n${commandHelp(spec)}\`\`\`\n`)
    .join('')
    .concat('\n');
}
