import { expect, test } from 'vitest';
import { escapeControls as escapeInServices } from '../../src/services/logging/escape-controls.ts';

/** The scripts are untyped here. */
type EscapeControls = (text: string) => string;
const { escapeControls } = (await import(new URL('escape-controls.mjs', import.meta.url).href)) as {
  readonly escapeControls: EscapeControls;
};

test('what the start prints is escaped as in the log, but for line ends', () => {
  const all = Array.from({ length: 0x3200 }, (_, code) => String.fromCharCode(code));
  for (const text of [...all, '\ud800', '\u{e0041}', '\ufeff', '\uffa0', 'Grüße 👍']) {
    expect(escapeControls(`a${text}b`)).toBe(escapeInServices(`a${text}b`, '\n'));
  }
  expect(escapeControls('a\nb\u001b[2J')).toBe('a\nb\\u001b[2J');
});
