import { expect, it } from 'vitest';
import { keyText } from './Kbd.tsx';

it('writes chords, sequences and the plus key itself', () => {
  expect(['Mod+Enter', 'Shift+X', 'g t', '+', '-', 'Shift++'].map(keyText)).toEqual([
    'Ctrl ↵',
    'Shift X',
    'g t',
    '+',
    '-',
    'Shift +',
  ]);
});
