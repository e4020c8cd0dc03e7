import { expect, it } from 'vitest';
import { keybindingOf } from './keybindings.ts';

const press = { key: 'k', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

it.each([
  ['a chord with Ctrl', { ...press, ctrlKey: true }, false, 'Mod+K'],
  ['the same on a Mac', { ...press, metaKey: true }, true, 'Mod+K'],
  ['Ctrl on a Mac, which is another key', { ...press, ctrlKey: true }, true, null],
  ['a chord with Shift', { ...press, ctrlKey: true, shiftKey: true, key: 'K' }, false, 'Mod+Shift+K'],
  ['a function key', { ...press, key: 'F5' }, false, 'F5'],
  ['a function key with Shift', { ...press, key: 'F5', shiftKey: true }, false, 'Shift+F5'],
  ['a bare key', { ...press, key: '?', shiftKey: true }, false, '?'],
  ['a bare modifier', { ...press, key: 'Control', ctrlKey: true }, false, null],
  ['anything with Alt', { ...press, altKey: true }, false, null],
])('reads %s', (_words, given, isMac, text) => {
  expect(keybindingOf(given, isMac)).toBe(text);
});
