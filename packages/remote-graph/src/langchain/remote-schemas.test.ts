import { expect, it } from 'vitest';
import { remoteSchema } from './remote-schemas.ts';

it('a regular expression of a server does not block the process that validates a value', () => {
  const endless = { type: 'string', pattern: '^(a+)+$', format: 'regex' };
  const schema = remoteSchema({
    type: 'object',
    properties: {
      pattern: endless,
      list: { type: 'array', items: { anyOf: [endless, { type: 'number' }] } },
    },
    patternProperties: { '^(a+)+$': { type: 'string' } },
    $defs: { format: endless },
    required: ['pattern'],
  });
  const trap = `${'a'.repeat(45)}!`;
  const value = { pattern: trap, list: [trap, 1], [trap]: 1 };
  expect(schema.parse(value)).toBe(value);
  // Everything else is held to.
  expect(() => schema.parse({ list: [] })).toThrow('pattern');
  expect(() => schema.parse({ pattern: 1 })).toThrow('#/pattern');
  expect(() => schema.parse({ pattern: 'a', list: [true] })).toThrow('#/list');
});
