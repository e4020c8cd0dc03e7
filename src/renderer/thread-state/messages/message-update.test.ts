import { elementTexts } from 'exact-json';
import { fc } from '../../../testing/fast-check.ts';
import { scaled } from '../../../testing/test-scale.ts';
import { expect, it } from 'vitest';
import { messageListKeys, readStateMessages, editByIdProblem } from './message-list.ts';
import { messageUpdate, removeAllId } from './message-update.ts';

interface Short {
  readonly id: string;
  readonly said: string;
}

const list = (messages: readonly Short[]): string =>
  `[${messages.map(({ id, said }) => `{"type":"human","content":"${said}","id":"${id}"}`).join(',')}]`;

/** What LangGraph's `messagesStateReducer` makes of an update, on ids and words. */
function reduced(before: string, update: string): Short[] {
  const read = (text: string): { type: string; id: string; content: string }[] => JSON.parse(text);
  const right = read(update);
  const start = right.findLastIndex(({ id, type }) => type === 'remove' && id === removeAllId);
  const merged = new Map(start < 0 ? read(before).map((one) => [one.id, one]) : []);
  for (const one of right.slice(start + 1)) {
    if (one.type === 'remove' && !merged.has(one.id)) throw new Error(`there is no ${one.id}`);
    if (one.type === 'remove') merged.delete(one.id);
    else merged.set(one.id, one);
  }
  return [...merged.values()].map(({ id, content }) => ({ id, said: content }));
}

const conversation = fc.uniqueArray(
  fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), said: fc.constantFrom('x', 'y') }),
  { selector: ({ id }) => id },
);

it('makes of any list any other, through the reducer that adds messages', () => {
  fc.assert(
    fc.property(conversation, conversation, fc.boolean(), (before, after, anew) => {
      const update = messageUpdate(list(before), list(after), list(before), anew);
      expect(update?.targetText).toBe(list(after));
      expect(reduced(list(before), update?.updateText ?? '')).toEqual(after);
    }),
    { numRuns: scaled(2000) },
  );
});

it('an update on a thread that moved on says what becomes of the newer list, and names no message that is gone', () => {
  fc.assert(
    fc.property(conversation, conversation, conversation, (base, edited, newest) => {
      const update = messageUpdate(list(base), list(edited), list(newest));
      expect(list(reduced(list(newest), update?.updateText ?? ''))).toBe(update?.targetText);
    }),
    { numRuns: scaled(2000) },
  );
});

it('sends only what changed, by id; what goes in between needs the list anew', () => {
  const before = list([
    { id: 'a', said: '1' },
    { id: 'b', said: '2' },
    { id: 'c', said: '3' },
  ]);
  const edited = list([
    { id: 'a', said: 'one' },
    { id: 'c', said: '3' },
    { id: 'd', said: '4' },
  ]);
  const update = messageUpdate(before, edited);
  expect(update).toMatchObject({ kind: 'by-id', replaced: 1, removed: 1, added: 1, isConflict: false });
  expect(elementTexts(update?.updateText ?? '')).toEqual([
    '{"type":"remove","id":"b","content":""}',
    '{"type":"human","content":"one","id":"a"}',
    '{"type":"human","content":"4","id":"d"}',
  ]);
  const between = list([
    { id: 'a', said: '1' },
    { id: 'x', said: 'new' },
    { id: 'b', said: '2' },
    { id: 'c', said: '3' },
  ]);
  expect(messageUpdate(before, between)).toMatchObject({ kind: 'anew', added: 1, targetText: between });
  expect(messageUpdate(before, '[]')?.updateText).toBe(
    `[{"type":"remove","id":"${removeAllId}","content":""}]`,
  );
});

it('an update clashes only where others changed the same message', () => {
  const base = list([
    { id: 'a', said: '1' },
    { id: 'b', said: '2' },
  ]);
  const edited = base.replace('"1"', '"mine"');
  expect(messageUpdate(base, edited, base.replace('"2"', '"theirs"'))?.isConflict).toBe(false);
  expect(messageUpdate(base, edited, base.replace('"1"', '"theirs"'))?.isConflict).toBe(true);
});

it('knows no update by ids where messages have none, or two the same', () => {
  const without = '[{"type":"human","content":"1"}]';
  const twice = list([
    { id: 'a', said: '1' },
    { id: 'a', said: '2' },
  ]);
  expect([messageUpdate(without, '[]'), messageUpdate(twice, '[]'), messageUpdate('["a"]', '[]')]).toEqual([
    null,
    null,
    null,
  ]);
  expect(editByIdProblem(readStateMessages(without) ?? [])).toContain('no ID');
  expect(editByIdProblem(readStateMessages(twice) ?? [])).toContain('same ID');
});

it('finds the keys that hold messages, also an empty list that the schema calls so', () => {
  const values = `{"messages":[],"chat":${list([{ id: 'a', said: '1' }])},"log":[],"facts":[{"content":"no role"}],"n":1}`;
  const schema = '{"properties":{"messages":{"langgraph_type":"messages"}}}';
  expect(messageListKeys(values, null)).toEqual(['chat']);
  expect(messageListKeys(values, schema)).toEqual(['messages', 'chat']);
});
