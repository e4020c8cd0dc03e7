import { expect, test } from 'vitest';
import { escapeControls as escapeInServices } from '../../src/services/logging/escape-controls.ts';

/** The scripts have no types here. */
type EscapeControls = (text: string) => string;
const { escapeControls } = (await import(new URL('escape-controls.mjs', import.meta.url).href)) as {
  readonly escapeControls: EscapeControls;
};

test('D-16: what the start prints is escaped as in the log, but for line ends', () => {
  const all = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code)).join('');
  const text = `${all}\ud800 \u{e0041} \ufeff Grüße 👍`;
  expect(escapeControls(text)).toBe(escapeInServices(text, '\n'));
  expect(escapeControls('a\nb\u001b[2J')).toBe('a\nb\\u001b[2J');
});
