import { expect, it } from 'vitest';
import { threeWayMerge } from './three-way-merge.ts';
import { buildUpdate } from './build-update.ts';

it('a merge has the base, the newest and the edited value, and says where both changed the same', () => {
  const base = '{"a":1.0,"b":1,"c":1,"d":1}';
  const newest = '{"a":1.0,"b":2,"c":2,"d":5,"e":7}';
  const changes = [
    { key: 'a', valueText: '9', update: null },
    { key: 'b', valueText: '3', update: null },
    { key: 'd', valueText: ' 5', update: null },
  ];
  expect(threeWayMerge(base, newest, changes)).toEqual([
    { key: 'a', seenText: '1.0', newestText: '1.0', editedText: '9', isConflict: false },
    { key: 'b', seenText: '1', newestText: '2', editedText: '3', isConflict: true },
    { key: 'd', seenText: '1', newestText: '5', editedText: ' 5', isConflict: false },
    { key: 'c', seenText: '1', newestText: '2', editedText: null, isConflict: false },
    { key: 'e', seenText: null, newestText: '7', editedText: null, isConflict: false },
  ]);
});

it('a merge of a list of messages names those that differ', () => {
  const list = (first: string, second: string | null): string =>
    `[{"type":"human","content":"${first}","id":"a"}${second === null ? '' : `,{"type":"ai","content":"${second}","id":"b"}`}]`;
  const state = (text: string): string => `{"messages":${text}}`;
  const base = state(list('one', 'two'));
  const sent = buildUpdate(
    base,
    [{ key: 'messages', valueText: list('mine', null) }],
    {},
    state(list('theirs', 'two')),
  );
  expect(threeWayMerge(base, state(list('theirs', 'two')), sent)).toEqual([
    { key: 'messages: human a', seenText: 'one', newestText: 'theirs', editedText: 'mine', isConflict: true },
    { key: 'messages: ai b', seenText: 'two', newestText: 'two', editedText: 'removed', isConflict: false },
  ]);
  expect(threeWayMerge(base, state(list('theirs', 'two')), [])).toEqual([
    { key: 'messages: human a', seenText: 'one', newestText: 'theirs', editedText: null, isConflict: false },
  ]);
  const longer = list('one', 'two').replace(']', ',{"type":"ai","content":"new","id":"c"}]');
  const anew = buildUpdate(base, [{ key: 'messages', valueText: '[]' }], {}, state(longer));
  expect(threeWayMerge(base, state(longer), anew)).toMatchObject([
    { key: 'messages: human a', editedText: 'removed', isConflict: false },
    { key: 'messages: ai b', editedText: 'removed', isConflict: false },
    { key: 'messages: ai c', seenText: null, newestText: 'new', editedText: 'removed', isConflict: true },
  ]);
  const byId = buildUpdate(
    base,
    [{ key: 'messages', valueText: list('mine', 'two') }],
    {},
    state(list('one', 'theirs')),
  );
  expect(threeWayMerge(base, state(list('one', 'theirs')), byId)).toMatchObject([
    { key: 'messages: human a', editedText: 'mine', isConflict: false },
    { key: 'messages: ai b', newestText: 'theirs', editedText: null, isConflict: false },
  ]);
});
