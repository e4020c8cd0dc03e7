import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anyText, fc } from '../fast-check.ts';

/** Data that would create a file if any part of it were taken for code. */
export interface HostileState {
  /** An object as JSON. */
  readonly text: string;
  /** A name, such as that of a node, a key or a file. */
  readonly name: string;
}

/** IDs that a script replaces by variables. */
export const sessionIds = {
  thread: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  assistant: '0b0b1d2c-5a5e-4c6f-9a3b-1c2d3e4f5a6b',
  checkpoint: '1f1e6df4-c301-60f0-8006-01514a106d7f',
  interrupt: '0123456789abcdef0123456789abcdef',
};

/** A folder that stays empty unless some of the data is run. */
export function createCanary() {
  const folder = mkdtempSync(join(tmpdir(), 'canary-'));
  return {
    folder,
    /** What was created by data that ran as code. */
    traces: (): string[] => readdirSync(folder),
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const signs: readonly string[] = [
  ...`"'\\\`$;:,+-=@|&%!#/*(){}[]<>~^?`,
  ...'\n\r\t\0\u0085\u2028\u2029\u202e\u{e0041}\ufeff⑴＝\u{1f642}é0a ',
  '\ud800',
  '"""',
  "'''",
  "'\\''",
  '\\"',
  "\\'",
  '\\\\"',
  '*/',
  '-->',
  ']]>',
  '\r\n',
  '${',
  '$(',
  '\\u0022',
  '\\x27',
  '\\N{QUOTATION MARK}',
  '%%{init:',
  '"]\n',
  '\nend\n',
  'EOF\n',
  '</text>',
  '&#34;',
  'STUDIO_VARIABLE_thread_1_',
  '"STUDIO_VARIABLE_thread_1_"',
  'thread_1',
  '$thread_1',
  '{thread_id}',
  'new JsonText(',
  'json.loads(',
  'tokens_of(',
  '__proto__',
  'constructor',
  'length',
  'n0["',
  '=1+1',
  ...Object.values(sessionIds),
];

/** Hostile states that create files in this folder. */
export function hostileStates(folder: string): fc.Arbitrary<HostileState> {
  const code = fc.constantFrom(
    `__import__('pathlib').Path('${folder}/python').touch()`,
    `__import__("os").system("touch ${folder}/python-shell")`,
    `require('node:fs').writeFileSync('${folder}/node','')`,
    `require("node:fs").writeFileSync("${folder}/node-2","")`,
    `touch ${folder}/shell`,
    `$(touch ${folder}/substitution)`,
    `\`touch ${folder}/backtick\``,
    `\${require('node:fs').writeFileSync('${folder}/template','')}`,
  );
  const sign = fc.constantFrom(...signs);
  /** Ends a literal, runs code, and begins another literal. */
  const breakout = fc
    .tuple(
      fc.constantFrom('', 'note', 'STUDIO_VARIABLE_a_1_', ...Object.values(sessionIds)),
      fc.constantFrom(
        '"',
        "'",
        '`',
        '"""',
        "'''",
        "\\'",
        '\\"',
        '',
        '\n',
        '\u2028',
        '"\n',
        "'\n",
        '*/',
        '"STUDIO_VARIABLE_a_1_',
      ),
      fc.constantFrom('', '+', ';', ':', ',', ')', ');', '))\n', ' + ', '||', '\n', '}\n', ']\n', '};'),
      code,
      fc.constantFrom(
        '',
        '#',
        '//',
        '+"',
        "+'",
        ';"',
        ";'",
        ' #',
        '\n',
        '"',
        "'",
        ':"',
        '"STUDIO_VARIABLE_a_1_',
      ),
    )
    .map((parts) => parts.join(''));
  const text = fc.oneof(
    breakout,
    fc.array(fc.oneof(sign, code), { maxLength: 8 }).map((parts) => parts.join('')),
    anyText({ maxLength: 12 }),
  );
  const { state } = fc.letrec<{ readonly value: string; readonly state: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 2, depthIdentifier: 'state' },
      text.map((one) => JSON.stringify(one)),
      fc.constantFrom('null', 'true', 'false', '0', '-0.5', '1e3', '9007199254740993', '""', '{}', '[]'),
      fc.array(tie('value'), { maxLength: 2 }).map((items) => `[${items.join(', ')}]`),
      tie('state'),
    ),
    state: fc
      .uniqueArray(fc.tuple(text, tie('value')), {
        maxLength: 3,
        depthIdentifier: 'state',
        selector: ([key]) => key,
      })
      .map(
        (members) => `{${members.map(([key, value]) => `${JSON.stringify(key)}: ${value}`).join(',\n ')}}`,
      ),
  }));
  return fc.record({ text: state, name: text });
}

/** What the issue of the first such fault was about: a variable's mark in a key, and code in its value. */
export const knownAttacks = (folder: string): HostileState[] =>
  [
    `__import__('os').system('touch ${folder}/known')#`,
    `require('node:fs').writeFileSync('${folder}/known','')//`,
  ].map((code) => ({
    text: JSON.stringify({ 'note"STUDIO_VARIABLE_a_1_': `:${code}` }),
    name: `note"STUDIO_VARIABLE_a_1_:${code}`,
  }));

/** Without what no argument of a program and no file can hold: the character 0, and halves of others. */
export const asArgument = (text: string): string =>
  text.replaceAll('\0', '').replaceAll(/\p{Surrogate}/gu, '\ufffd');
