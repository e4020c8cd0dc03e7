import { expect, it } from 'vitest';
import { sameMessages } from './same-messages.ts';

it('J-12: takes empty members that a server adds for no difference, and anything else for one', () => {
  const asked = '[{"type":"human","content":"a","id":"1"}]';
  const got = '[{"content":"a","additional_kwargs":{},"name":null,"tool_calls":[],"id":"1","type":"human"}]';
  expect(sameMessages(asked, got)).toBe(true);
  expect(sameMessages(asked, got.replace('"a"', '"b"'))).toBe(false);
  expect(sameMessages(asked, got.replace('{}', '{"x":1}'))).toBe(false);
  expect(sameMessages(asked, '[]')).toBe(false);
  expect(sameMessages('[]', asked)).toBe(false);
  expect(sameMessages(asked.replace('"id"', '"lost":1,"id"'), got)).toBe(false);
});
