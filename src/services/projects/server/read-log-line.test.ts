import { expect, it } from 'vitest';
import { readLogLine } from './read-log-line.ts';

const json = (entry: object): string => JSON.stringify({ timestamp: '2026-11-22T19:06:05.803Z', ...entry });

it.each([
  ['listening', json({ level: 'info', event: 'Server running at 127.0.0.1:4123' })],
  [
    'listening',
    json({ level: 'info', event: 'Uvicorn running on http://127.0.0.1:2024 (Press CTRL+C to quit)' }),
  ],
  ['listening', '2026-07-10T15:13:00Z [info     ] Application startup complete. [uvicorn.error]'],
  ['reloading', '7:06:38 PM [tsx] change in ./graph.js Restarting...'],
  ['reloading', json({ level: 'warn', event: 'Detected changes in langgraph.json, restarting server' })],
  [
    'reloading',
    "2026-07-10T15:13:00Z [warning  ] WatchFiles detected changes in 'src/nodes.py'. Reloading... [uvicorn.error]",
  ],
  [null, json({ level: 'info', event: 'Starting server...' })],
])('knows that a server is %s by %s', (event, line) => {
  expect(readLogLine(line).event).toBe(event);
});

it('reads the level of JSON, of plain lines, and of errors without one', () => {
  const levelsOf = (...lines: string[]) => lines.map((line) => readLogLine(line).level);
  expect(levelsOf(json({ level: 'warn', event: 'a' }), json({ level: 'critical', event: 'b' }))).toEqual([
    'warning',
    'error',
  ]);
  expect(
    levelsOf('2026-07-10 [warning  ] c [x]', 'INFO:     d', 'Traceback (most recent call last):'),
  ).toEqual(['warning', 'info', 'error']);
  expect(levelsOf("ModuleNotFoundError: No module named 'x'", 'TypeError: y', 'a plain line')).toEqual([
    'error',
    'error',
    null,
  ]);
});

it('reading a log line drops colours and titles, escapes other control characters, and keeps a line one line', () => {
  expect(readLogLine('\u001b[36mhttp://127.0.0.1:1\u001b[0m \u001b]0;title\u0007\u001b[2Kend').texts).toEqual(
    ['http://127.0.0.1:1 end'],
  );
  expect(readLogLine('a\u001bcb\u202e\rc').texts).toEqual(['a\\u001bcb\\u202e\\rc']);
  const stack = readLogLine(
    json({ level: 'error', event: 'Error: no\n    at a.js:1\ninfo Server running at x:1' }),
  );
  expect(stack.texts).toEqual(['Error: no', '  |     at a.js:1', '  | info Server running at x:1']);
});

it('shows the facts of an entry, and neither what repeats nor requests that are answered next', () => {
  const entry = {
    level: 'info',
    event: '--> GET /ok 200 2ms',
    thread_name: 'x',
    run_id: 'r',
    run_created_at: 'y',
  };
  expect(readLogLine(json(entry)).texts).toEqual(['--> GET /ok 200 2ms run_id=r']);
  expect(readLogLine(json({ level: 'info', event: '<-- GET /ok' })).texts).toEqual([]);
  expect(readLogLine(json(entry)).level).toBe('debug');
  expect(readLogLine(json({ ...entry, event: '--> GET /x 500 2ms' })).level).toBe('info');
  expect(readLogLine('   ').texts).toEqual([]);
  expect(readLogLine('{broken').texts).toEqual(['{broken']);
});
