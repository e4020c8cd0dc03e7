import { expect, it } from 'vitest';
import { commandText, isServerRunning, parsePort } from './project-labels.ts';

it('shows a command with its port, and quotes what has spaces', () => {
  const command = ['/usr/bin/node', '/my code/cli.mjs', 'dev', '--port', '{port}'];
  expect(commandText(command, null)).toBe("/usr/bin/node '/my code/cli.mjs' dev --port <port>");
  expect(commandText(command, 'http://127.0.0.1:4123')).toContain('--port 4123');
});

it('quotes a path of Windows as its shells do, and nothing in it is expanded', () => {
  const command = [String.raw`C:\Program Files\node.exe`, String.raw`C:\$(calc)\cli.mjs`, 'dev'];
  expect(commandText(command, null)).toBe(String.raw`"C:\Program Files\node.exe" 'C:\$(calc)\cli.mjs' dev`);
});

it('reads a port, an empty field, and what is none', () => {
  expect([' 2024 ', '', '65536', '0', '1e3', 'x'].map(parsePort)).toMatchObject([
    { port: 2024 },
    { port: null },
    ...Array.from({ length: 4 }, () => ({ error: expect.stringContaining('1 to 65535') })),
  ]);
});

it('knows that a crashed server still has a process to stop', () => {
  const status = { url: null, startedInMs: null, reloads: 0, problem: null };
  expect(isServerRunning({ ...status, state: 'failed', pid: 7 })).toBe(true);
  expect(isServerRunning({ ...status, state: 'failed', pid: null })).toBe(false);
  expect(isServerRunning({ ...status, state: 'stopped', pid: null })).toBe(false);
});
