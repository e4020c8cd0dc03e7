import { expect, it } from 'vitest';
import { escapeControls } from './escape-controls.ts';
import { createLog } from './host-log.ts';

it('a message is one line, whatever it contains', () => {
  const lines: string[] = [];
  const log = createLog(
    (line) => lines.push(line),
    () => new Date(0),
  );
  log('warn', 'a\nb\r\u001b[31mc\u2028d');
  expect(lines).toEqual(['1970-01-01T00:00:00.000Z warn a\\nb\\r\\u001b[31mc\\u2028d\n']);
});

it('bidirectional and invisible characters are escaped, too', () => {
  expect(escapeControls('a\u202eb\u200bc\u2066d\ufeffe\u{e0041}f\u009b31m')).toBe(
    'a\\u202eb\\u200bc\\u2066d\\ufeffe\\u{e0041}f\\u009b31m',
  );
  expect(escapeControls('lone \ud800 half')).toBe('lone \\ud800 half');
  expect(escapeControls('Grüße, 你好, 👍🏽')).toBe('Grüße, 你好, 👍🏽');
});

it('a log escapes the same characters as a view', () => {
  expect(escapeControls('a\u115fb\u1160c\u3164d\uffa0e\u2800f\u00adg\u034fh')).toBe(
    'a\\u115fb\\u1160c\\u3164d\\uffa0e\\u2800f\\u00adg\\u034fh',
  );
  expect(escapeControls('👩\u200d💻 ❤\ufe0f')).toBe('👩\u200d💻 ❤\ufe0f');
});

it('keeps line breaks on request', () => {
  expect(escapeControls('a\nb\u001b[2Jc', '\n')).toBe('a\nb\\u001b[2Jc');
});

it('a message of any length is a line of bounded length', () => {
  const lines: string[] = [];
  const log = createLog(
    (line) => lines.push(line),
    () => new Date(0),
  );
  log('error', 'x'.repeat(1_000_000));
  expect(lines[0]?.length).toBeLessThan(20_100);
  expect(lines[0]).toMatch(/x\.\.\. \(980000 more characters\)\n$/);
});
