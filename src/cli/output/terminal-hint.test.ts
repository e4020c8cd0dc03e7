import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hintOnTerminal, hintsOfWindow } from './terminal-hint.ts';

const root = join(import.meta.dirname, '../..');

/** Folders of what no command does: a command that comes to use one has to take its hints over. */
const unused =
  /^services\/(?:projects|crons|memory|webhooks|experiments|inputs|logging|recordings\/uploads|assistants\/assistant-changes|unsupported-calls|storage\/key-value-store)/;

/** All texts of quotes in the sources of the services. */
const texts = ['services', 'shared', 'web-host'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path).replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !path.includes('.test.') && !path.includes('testing/'))
    .flatMap((path) => {
      const source = readFileSync(join(root, path), 'utf8');
      return [...source.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/g)].map(
        ([, single, double]) => [path, (single ?? double ?? '').replaceAll("\\'", "'")] as const,
      );
    }),
);

it('each hint that is said otherwise at a terminal is one of the services', () => {
  const all = new Set(texts.map(([, text]) => text));
  expect(hintsOfWindow.filter((hint) => !all.has(hint))).toEqual([]);
});

/** Messages that `--header` has in its own words. */
const ownMessages = new Set(['The header x-api-key is set by the API key field.']);

/** Words of hints that only a window can follow. */
const windowWords =
  /\b(?:Refresh the|Refresh and|Select another|Edit the connection|Enter the key|enter it again|Enter it\b|dialog|click|button|in Servers\b|settings of this computer|key field|request log|add (?:it|this certificate) to (?:this|the) connection)/;

it('no hint that a command can print is about the window', () => {
  const found = texts.filter(
    ([path, text]) =>
      !unused.test(path) &&
      !ownMessages.has(text) &&
      /[.:]$/.test(text) &&
      windowWords.test(text) &&
      hintOnTerminal(text) === text,
  );
  expect(found).toEqual([]);
  expect(hintsOfWindow.filter((hint) => windowWords.test(hintOnTerminal(hint) ?? ''))).toEqual([]);
});
