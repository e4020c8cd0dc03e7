import { expect, it } from 'vitest';
import { keyText } from './Kbd.tsx';

it('writes chords, sequences and the plus key itself', () => {
  expect(['Mod+Enter', 'Shift+X', 'X', 'x', 'g t', '+', '-', 'Shift++'].map(keyText)).toEqual([
    'Ctrl ↵',
    'Shift X',
    'Shift X',
    'X',
    'G T',
    '+',
    '-',
    'Shift +',
  ]);
});
