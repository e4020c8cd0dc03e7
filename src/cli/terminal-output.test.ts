import { describe, expect, it } from 'vitest';
import { columns, renderText, showsColors, StyledText, statusText } from './output/styled-text.ts';
import { createTerminal } from './output/terminal.ts';
import { runMain } from './testing/run-main.ts';

const escape = '\u001b[';

describe('colours', () => {
  it.each([
    ['a terminal', { isTTY: true }, {}, true],
    ['a pipe', {}, {}, false],
    ['a terminal with NO_COLOR', { isTTY: true }, { NO_COLOR: '1' }, false],
    ['a terminal with an empty NO_COLOR', { isTTY: true }, { NO_COLOR: '' }, true],
    ['a terminal that is dumb', { isTTY: true }, { TERM: 'dumb' }, false],
    ['a pipe with FORCE_COLOR', {}, { FORCE_COLOR: '1' }, true],
    ['a terminal with FORCE_COLOR=0', { isTTY: true }, { FORCE_COLOR: '0' }, false],
  ])('%s: %j %j', (_, stream, env, expected) => {
    expect(showsColors(stream, env)).toBe(expected);
  });

  it("are the program's own: those of a server are escaped, inside and outside of a style", () => {
    const hostile = `${escape}32mok`;
    const text = renderText([hostile, new StyledText('bad', hostile)], true, '');
    expect(text).toBe(`\\u001b[32mok${escape}31m\\u001b[32mok${escape}39m`);
  });

  it('do not change how columns are aligned, and leave no spaces at the end', () => {
    const rows = [
      ['a', statusText('error'), 'x'],
      ['long one', statusText('idle'), ''],
    ];
    const plain = renderText(columns(rows), false, '\n');
    expect(plain).toBe('a         error  x\nlong one  idle');
    const colored = renderText(columns(rows), true, '\n');
    // eslint-disable-next-line no-control-regex
    expect(colored.replaceAll(/\u001b\[\d+m/g, '')).toBe(plain);
    expect(colored).toContain(`${escape}31merror${escape}39m`);
  });

  it('do not let a known secret through', () => {
    let out = '';
    const stream = { isTTY: true, write: (text: string | Uint8Array) => (out += String(text)) !== '' };
    const terminal = createTerminal(stream, stream, {});
    terminal.scrubWith((text) => text.replaceAll('secret-key', '[secret]'));
    terminal.print(['key ', new StyledText('bad', 'secret-key')]);
    expect(out).toBe(`key ${escape}31m[secret]${escape}39m\n`);
  });
});

describe('help', () => {
  it.each([40, 60, 88, 120])('is at most as wide as a terminal of %d columns', async (width) => {
    for (const line of [['--help'], ['run', '--help'], ['threads', 'list', '--help']]) {
      const { out } = await runMain(line, { columns: width, env: { NO_COLOR: '1' } });
      const [text = ''] = out.split('Examples:');
      // Names that are longer than a line are not cut.
      const tooLong = text.split('\n').filter((one) => one.length > width && /\S\s+\S.*\s/.test(one.trim()));
      expect(tooLong.filter((one) => !/^(?:Usage:| {2,6}-)/.test(one))).toEqual([]);
    }
  });

  it('has the width of the documentation where there is no terminal, and headings on one', async () => {
    const piped = await runMain(['run', '--help']);
    expect(Math.max(...piped.out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(88);
    expect(piped.out).not.toContain(escape);
    const help = await runMain(['run', '--help'], { columns: 200 });
    expect(help.out).toContain(`${escape}1mOptions:${escape}22m`);
    expect(help.out.split('\n').some((line) => line.length > 88)).toBe(true);
  });
});

describe('an error', () => {
  it('is marked in colour on a terminal', async () => {
    const { err } = await runMain(['grph'], { columns: 80 });
    expect(err).toContain(`${escape}31mError: ${escape}39mThere is no command "grph".`);
  });

  it('is JSON for --json and --as-json', async () => {
    for (const flag of ['--json', '--as-json']) {
      const { err } = await runMain(['run', flag, '--wat']);
      expect(JSON.parse(err).error).toMatchObject({
        code: 'invalid-input',
        message: "Unknown option '--wat'.",
      });
    }
  });
});
