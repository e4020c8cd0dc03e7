import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { DiffItem } from './DiffItem.tsx';

afterEach(cleanup);

function added(after: string): string {
  render(<DiffItem difference={{ path: ['text'], kind: 'added', before: null, after }} />);
  return screen.getByText('after:').parentElement?.textContent ?? '';
}

it('an added string has its lines, and nothing in it acts on the text around it', () => {
  expect(added(JSON.stringify('# Notes\n\n- one\u202e'))).toBe('after: "# Notes\n\n- one\\u202e"');
});

it('an added string without lines stays as it was sent', () => {
  expect(added(String.raw`"a \"quoted\" word"`)).toBe(String.raw`after: "a \"quoted\" word"`);
});
