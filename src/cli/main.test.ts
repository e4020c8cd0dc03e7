import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { subcommands, programName } from './args/subcommands.ts';
import { commandDocumentation, exitCodeDocumentation } from './testing/command-documentation.ts';
import { runMain } from './testing/run-main.ts';

describe('a wrong command line ends with 2, says what is wrong, and sends nothing', () => {
  it.each([
    ['grph', 'There is no command "grph".', 'Did you mean "graph"?'],
    ['frobnicate', 'There is no command "frobnicate".', `See ${programName} --help.`],
    ['state', 'state needs a subcommand: get or set.', `See ${programName} --help.`],
    [
      'threads purge',
      'threads needs a subcommand: list, storage, clone or delete.',
      `See ${programName} --help.`,
    ],
    ['history', 'THREAD is missing.', `See ${programName} history --help.`],
    ['history a b', 'Unexpected argument "b".', `See ${programName} history --help.`],
    ['history a --limit many', '--limit takes a whole number of at least 1, not "many".', ''],
    ['history a --limit 0', '--limit takes a whole number of at least 1, not "0".', ''],
    ['threads --status done', '--status can\'t be "done". It is one of: idle, busy, interrupted, error.', ''],
    ['completion tcsh', 'SHELL can\'t be "tcsh". It is one of: bash, zsh, fish.', ''],
    ['graph --svg --mermaid', '--mermaid and --svg cannot be used together.', ''],
    ['graph --wat', "Unknown option '--wat'.", `See ${programName} graph --help.`],
    ['open --thread t', 'On which server?', 'Name it before the options'],
    ['run --resume 1', 'Which thread should be continued?', 'Name it with --thread.'],
    ['run --input 1 --continue --thread t', '--input, --resume and --continue cannot be used together.', ''],
    ['run --input {', '--input is not JSON.', 'For text, quote it: \'"text"\''],
    ['run --input @/nowhere/x.json', "/nowhere/x.json can't be read", ''],
    ['run', 'The run has no input.', 'Pass --input'],
    ['replay x.zip --serve --run r', '--run and --serve cannot be used together.', ''],
    ['replay x.zip --port 1', '--port requires --serve.', ''],
    ['replay x.zip --serve --port 70000', '--port takes a port from 0 (any free one) to 65535', '70000'],
    ['open --port 99999', '--port takes a port from 0 (any free one) to 65535, not "99999".', ''],
    ['webhook listen --port 65536', '--port takes a port', '65536'],
    ['run --stateless --thread t --continue', '--stateless and --thread cannot be used together.', ''],
    ['run --interrupt i --continue --thread t', '--interrupt requires --resume.', ''],
    ['threads lst', 'threads needs a subcommand:', 'Did you mean "threads list"?'],
    ['replay x.zip --speed 51', '--speed is a number from 1 to 50, or 0.', ''],
    ['state set t', 'There is nothing to set.', 'KEY=JSON'],
    ['state set t topic', '"topic" is not KEY=JSON.', ''],
    ['state set t --values [1]', '--values is not a JSON object.', ''],
    ['servers add x http://127.0.0.1:1 --key-env HOME', 'no key store', '--unprotected'],
  ])('%s', async (line, message, hint) => {
    const { code, out, err } = await runMain(line.split(' '));
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(`Error: `);
    expect(err).toContain(message);
    expect(err).toContain(hint);
  });

  it('as JSON, if that is wanted', async () => {
    const { code, err } = await runMain(['history', '--json']);
    expect(code).toBe(2);
    expect(JSON.parse(err).error).toMatchObject({ code: 'invalid-input', message: 'THREAD is missing.' });
  });
});

describe('help', () => {
  it('lists every command, the exit codes and the data folder', async () => {
    const { code, out } = await runMain(['--help']);
    expect(code).toBe(0);
    for (const { name, summary } of subcommands)
      expect(out).toMatch(new RegExp(`^  ${name} +${summary.slice(0, 20)}`, 'm'));
    expect(out).toContain('/data/remote-graph-studio');
    expect(out).toContain('130  Ctrl-C');
    expect(out.split('\n').filter((line) => line.length > 90)).toEqual([]);
    expect((await runMain(['--version'])).out).toBe('1.2.3\n');
  });

  it.each(subcommands.map((spec) => [spec.name, spec] as const))(
    'of %s has examples that parse',
    async (name, spec) => {
      const { code, out } = await runMain([...name.split(' '), '--help']);
      expect(code).toBe(0);
      expect(out).toContain(`Usage: ${programName} ${name}`);
      expect(spec.examples.length).toBeGreaterThan(0);
      for (const [, line] of spec.examples) {
        const [command = ''] = line.split(' > ');
        const words = command.split(/ (?=(?:[^']*'[^']*')*[^']*$)/).map((word) => word.replaceAll("'", ''));
        const help = await runMain([...words.filter((word) => word !== ''), '--help']);
        expect([line, help.code]).toEqual([line, 0]);
      }
    },
  );

  it('is what docs/command-line.md says (vitest -u writes it)', async () => {
    const file = join(import.meta.dirname, '../../docs/command-line.md');
    const page = readFileSync(file, 'utf8');
    const [before, rest] = page.split('<!-- commands -->');
    const [, after] = (rest ?? '').split('<!-- end of commands -->');
    const parts = [before, '<!-- commands -->\n', commandDocumentation(), '<!-- end of commands -->', after];
    const [start = '', , end] = parts.join('').split(/<!-- (?:end of )?exit codes -->\n?/);
    const codes = `<!-- exit codes -->\n\n${exitCodeDocumentation()}\n<!-- end of exit codes -->\n`;
    await expect([start, codes, end].join('')).toMatchFileSnapshot(file);
  });
});

describe('completion', () => {
  it.each(['bash', 'zsh', 'fish'])('of %s has every command and option', async (shell) => {
    const { code, out } = await runMain(['completion', shell]);
    expect(code).toBe(0);
    for (const { name, options } of subcommands) {
      for (const word of name.split(' ')) expect(out).toContain(word);
      for (const option of Object.keys(options))
        expect(out).toMatch(new RegExp(`-l ${option} |--${option}[ "[]`));
    }
  });

  it.skipIf(process.platform === 'win32')(
    'of bash completes commands, their second words, options and choices',
    async () => {
      const { out } = await runMain(['completion', 'bash']);
      const complete = (...words: readonly string[]): string =>
        execFileSync('bash', [
          '-c',
          `${out}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _remote_graph_studio; echo "\${COMPREPLY[*]}"`,
          'bash',
          programName,
          ...words,
        ])
          .toString()
          .trim();
      expect(complete('gr')).toBe('graph');
      expect(complete('state', '')).toBe('get set');
      expect(complete('state', 'get', '--che')).toBe('--checkpoint');
      expect(complete('graph', '--theme', '')).toBe('light dark');
      expect(complete('completion', 'z')).toBe('zsh');
    },
  );

  it.skipIf(process.platform === 'win32')(
    'of bash takes names of servers and assistants as they are: nothing of them is run or split',
    async () => {
      const { out } = await runMain(['completion', 'bash']);
      const canary = join(await mkdtemp(join(tmpdir(), 'completion-')), 'canary');
      const names = [`$(touch ${canary})`, `\`touch ${canary}\``, 'two words', "it's", '*', 'plain'];
      // Stands for the program, whose answer may be a server's text.
      const program = `remote-graph-studio() { cat <<'NAMES'\n${names.join('\n')}\nNAMES\n}`;
      const complete = (...words: readonly string[]): string[] =>
        execFileSync('bash', [
          '-c',
          `${program}\n${out}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; _remote_graph_studio; printf '%s\\n' "\${COMPREPLY[@]}"`,
          'bash',
          programName,
          ...words,
        ])
          .toString()
          .trim()
          .split('\n');
      for (const line of [
        ['graph', '--server', ''],
        ['graph', ''],
        ['run', '-a', ''],
        ['servers', 'remove', ''],
      ]) {
        const replies = complete(...line);
        // As the shell reads them again, they are the names.
        const read = execFileSync('bash', ['-c', `printf '%s\\n' ${replies.join(' ')}`]).toString();
        expect(read.trim().split('\n')).toEqual(names);
      }
      expect(complete('graph', '--server', 'pl')).toEqual(['plain']);
      expect(complete('graph', '--sv')).toEqual(['--svg']);
      expect(existsSync(canary)).toBe(false);
    },
  );
});
