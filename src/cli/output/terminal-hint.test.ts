import { expect, it } from 'vitest';
import { hintOnTerminal } from './terminal-hint.ts';

it('a hint about the window is worded for a terminal', () => {
  expect(hintOnTerminal('Enter the key again.')).toBe('Name the variable that holds the key with --key-env.');
  expect(hintOnTerminal('Refresh and try again.')).toBe('Try again.');
});

it('any other hint stays as it is', () => {
  expect(hintOnTerminal('Start the server.')).toBe('Start the server.');
  expect(hintOnTerminal('constructor')).toBe('constructor');
  expect(hintOnTerminal(null)).toBeNull();
});
