import { expect, it } from 'vitest';
import { createLineSearch } from './line-search.ts';

it.each([
  ['Ada Lovelace', '{"name":"ada LOVELACE"}'],
  ['Zoë', String.raw`{"name":"Zo\u00eb"}`],
  ['Zoë', '{"name":"Zoe\u0308"}'],
  ['a "b" c', String.raw`{"text":"a \"b\" c"}`],
  ['https://a.example/x', String.raw`{"url":"https:\/\/a.example\/x"}`],
  ['two\nlines', String.raw`{"text":"two\nlines"}`],
  [String.raw`C:\keys`, String.raw`{"path":"C:\\keys"}`],
  // Arguments of a tool: JSON as a text in JSON.
  ['Zoë said "no"', JSON.stringify({ arguments: String.raw`{"text":"Zo\u00eb said \"no\""}` })],
  ['"name":"x"', '{"name":"x"}'],
])('the search finds %j in %s', (text, line) => {
  expect(createLineSearch(text)(line)).not.toBeNull();
});

it('the search finds nothing that is not there, and truncates what is around a match', () => {
  expect(createLineSearch('ada')('{"name":"bob\\n"}')).toBeNull();
  const excerpt = createLineSearch('needle')(`${'👍'.repeat(200)}needle${'👍'.repeat(200)}`);
  expect(excerpt).toContain('needle');
  expect(excerpt?.length).toBeLessThanOrEqual(160);
  // Throws for half a character.
  expect(encodeURIComponent(excerpt ?? '')).toContain('needle');
});
