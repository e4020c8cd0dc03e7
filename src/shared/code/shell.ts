import type { Template } from './template.ts';

// Control characters, which a terminal would act on when pasted, and invisible ones.
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** A text as a word for bash or zsh, quoted if needed. Nothing in it is expanded or invisible. */
export function shellWord(text: string): string {
  if (hidden.test(text)) return `$'${Array.from(text, escapeCharacter).join('')}'`;
  // At the start of a word, zsh takes `=` for the path of a program.
  return /^(?!=)[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/**
 * A path or a flag as a word for cmd and PowerShell. Names of files have no double quotes there; only PowerShell
 * expands `$`.
 */
export function windowsWord(text: string): string {
  if (/^[\w@+=:,./\\-]+$/.test(text)) return text;
  return /[$`"]/.test(text) ? `'${text.replaceAll("'", "''")}'` : `"${text}"`;
}

export function shellTemplate(template: Template): string {
  const parts = joinTexts(template).map((part) =>
    typeof part === 'string' ? shellWord(part) : `"$${part.variable}"`,
  );
  return parts.length === 0 ? "''" : parts.join('');
}

function joinTexts(template: Template): Template {
  const joined: Template[number][] = [];
  for (const part of template) {
    const last = joined.at(-1);
    if (typeof part === 'string' && typeof last === 'string') joined[joined.length - 1] = last + part;
    else if (part !== '' || template.length === 1) joined.push(part);
  }
  return joined;
}

function escapeCharacter(character: string): string {
  if (character === '\n') return String.raw`\n`;
  if (character === '\t') return String.raw`\t`;
  // Bytes, because `\u` depends on the locale. History expansion looks for quotes and exclamation marks, too.
  return hidden.test(character) || /[\\'!]/.test(character) ? bytesOf(character) : character;
}

function bytesOf(character: string): string {
  return Array.from(
    new TextEncoder().encode(character),
    (byte) => `\\x${byte.toString(16).padStart(2, '0')}`,
  ).join('');
}
