import { expect, it } from 'vitest';
import { createLog } from './log.ts';

it('L-3: a message is one line, whatever is in it', () => {
  const lines: string[] = [];
  const log = createLog(
    (line) => lines.push(line),
    () => new Date(0),
  );
  log('warn', 'a\nb\r\u001b[31mc\u2028d');
  expect(lines).toEqual(['1970-01-01T00:00:00.000Z warn a\\u000ab\\u000d\\u001b[31mc\\u2028d\n']);
});
