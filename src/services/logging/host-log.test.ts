import { expect, it } from 'vitest';
import { createBugReporter, scrubbedLog } from './host-log.ts';
import { createScrubber } from './scrubber.ts';

function setUp() {
  const lines: string[] = [];
  const scrubber = createScrubber();
  const log = scrubbedLog((level, message) => lines.push(`${level} ${message}`), scrubber.scrub);
  return { lines, scrubber, log, onBug: createBugReporter(log) };
}

it('L-1: a bug is told with its stack, and without the keys that it quotes', () => {
  const { lines, scrubber, onBug } = setUp();
  scrubber.add('canary-key-1234');
  onBug('threads.list', new TypeError('canary-key-1234 is not iterable'));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^error threads\.list: TypeError: \[secret\] is not iterable\n\s+at /);
});

it('L-1: a key that becomes known later is taken out from then on', () => {
  const { lines, scrubber, log } = setUp();
  log('warn', 'first canary-key-1234');
  scrubber.add('canary-key-1234');
  log('warn', 'then canary-key-1234');
  expect(lines).toEqual(['warn first canary-key-1234', 'warn then [secret]']);
});

it('tells of what is no error, and of an error without a stack', () => {
  const { lines, onBug } = setUp();
  onBug('here', 'a text');
  const bare = new Error('bare');
  delete bare.stack;
  onBug('there', bare);
  expect(lines).toEqual(['error here: a text', 'error there: bare']);
});
