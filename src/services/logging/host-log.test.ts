import { expect, it } from 'vitest';
import { createBugReporter, scrubbedLog } from './host-log.ts';
import { createScrubber } from './scrubber.ts';

function setUp() {
  const lines: string[] = [];
  const scrubber = createScrubber();
  const log = scrubbedLog((level, message) => lines.push(`${level} ${message}`), scrubber.scrub);
  return { lines, scrubber, log, onBug: createBugReporter(log) };
}

it("the host's log has a bug with its stack, without the keys that it quotes", () => {
  const { lines, scrubber, onBug } = setUp();
  scrubber.add('canary-key-1234');
  onBug('threads.list', new TypeError('canary-key-1234 is not iterable'));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^error threads\.list: TypeError: \[secret\] is not iterable\n\s+at /);
});

it("the host's log masks a key from the moment it is known", () => {
  const { lines, scrubber, log } = setUp();
  log('warn', 'first canary-key-1234');
  scrubber.add('canary-key-1234');
  log('warn', 'then canary-key-1234');
  expect(lines).toEqual(['warn first canary-key-1234', 'warn then [secret]']);
});

it('logs values that are not errors, and errors without a stack', () => {
  const { lines, onBug } = setUp();
  onBug('here', 'a text');
  const bare = new Error('bare');
  delete bare.stack;
  onBug('there', bare);
  expect(lines).toEqual(['error here: a text', 'error there: bare']);
});
