import { expect, it } from 'vitest';
import { parseEnvFile, secretVariables } from './env-file.ts';

it('reads assignments as dotenv does, and ignores everything else', () => {
  const text = [
    '# a comment',
    'PLAIN= a value # not this',
    'export EXPORTED=yes',
    "SINGLE='a # b\\n'",
    'DOUBLE="two\\nlines" # not this',
    'EMPTY=',
    'not an assignment',
    'TWICE=1',
    'TWICE=2\r',
    'LINES="first',
    'second"',
    '__proto__=x',
  ].join('\n');
  const read = parseEnvFile(text);
  expect(Object.entries(read)).toEqual([
    ['PLAIN', 'a value'],
    ['EXPORTED', 'yes'],
    ['SINGLE', 'a # b\\n'],
    ['DOUBLE', 'two\nlines'],
    ['EMPTY', ''],
    ['TWICE', '2'],
    ['LINES', 'first\nsecond'],
    ['__proto__', 'x'],
  ]);
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
});

it('secrets are recognized by their names', () => {
  const secrets = secretVariables({
    OPENAI_API_KEY: 'sk-12345678',
    PASSWORD: 'short',
    MODE: 'production-like',
  });
  expect(secrets).toEqual(['sk-12345678']);
});
