import { expect, it } from 'vitest';
import { failureReason } from './failure-reason.ts';
import { readLogLine } from './read-log-line.ts';

const folder = '/home/ada/agent';
const logged = (event: string, level = 'error'): string | null =>
  failureReason(readLogLine(JSON.stringify({ level, event })), folder);

// As langgraphjs dev 1.5.1 and langgraph dev 0.4 write them.
it.each([
  [
    'a file that throws, with its place',
    `Error: The key is missing\n    at file://${folder}/src/graph.js:32:7\n    at ModuleJob.run (node:internal/modules/esm/module_job:325:25)`,
    'Error: The key is missing (src/graph.js:32)',
  ],
  [
    'a syntax error, which has no place',
    "SyntaxError: Unexpected token '='\n    at compileSourceTextModule (node:internal/modules/esm/utils:346:16)",
    "SyntaxError: Unexpected token '='",
  ],
  [
    'a missing package, without a place in a package',
    `Error: Cannot find package 'x'\n    at load (${folder}/node_modules/tsx/dist/index.mjs:2:1)\n    at file://${folder}/src/tools.ts:4:1`,
    "Error: Cannot find package 'x' (src/tools.ts:4)",
  ],
  [
    'a Python traceback, by its last line',
    `Traceback (most recent call last):\n  File "/usr/lib/python3.11/runpy.py", line 3, in run\n  File "${folder}/agent.py", line 12, in <module>\n    model = Model()\nKeyError: 'OPENAI_API_KEY'`,
    "KeyError: 'OPENAI_API_KEY' (agent.py:12)",
  ],
])('names %s', (_, event, reason) => {
  expect(logged(event)).toBe(reason);
});

it('takes no line for a reason that is no error', () => {
  expect(logged('Starting server...', 'info')).toBeNull();
  expect(failureReason({ texts: [], level: 'error', event: null }, folder)).toBeNull();
});

it('bounds a long reason', () => {
  expect(logged(`Error: ${'x'.repeat(10_000)}`)).toHaveLength(301);
});
