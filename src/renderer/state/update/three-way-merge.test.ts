import { expect, it } from 'vitest';
import { threeWayMerge } from './three-way-merge.ts';
import { buildUpdate } from './build-update.ts';

it('D-7: tells what was seen, what is newest and what the edit wants, and where both changed the same', () => {
  const seen = '{"a":1.0,"b":1,"c":1,"d":1}';
  const newest = '{"a":1.0,"b":2,"c":2,"d":5,"e":7}';
  const changes = [
    { key: 'a', valueText: '9', update: null },
    { key: 'b', valueText: '3', update: null },
    { key: 'd', valueText: ' 5', update: null },
  ];
  expect(threeWayMerge(seen, newest, changes)).toEqual([
    { key: 'a', seenText: '1.0', newestText: '1.0', editedText: '9', clash: false },
    { key: 'b', seenText: '1', newestText: '2', editedText: '3', clash: true },
    { key: 'd', seenText: '1', newestText: '5', editedText: ' 5', clash: false },
    { key: 'c', seenText: '1', newestText: '2', editedText: null, clash: false },
    { key: 'e', seenText: null, newestText: '7', editedText: null, clash: false },
  ]);
});

it('D-7: tells of a list of messages which of them differ, and in words', () => {
  const list = (first: string, second: string | null): string =>
    `[{"type":"human","content":"${first}","id":"a"}${second === null ? '' : `,{"type":"ai","content":"${second}","id":"b"}`}]`;
  const state = (text: string): string => `{"messages":${text}}`;
  const seen = state(list('one', 'two'));
  const sent = buildUpdate(
    seen,
    [{ key: 'messages', valueText: list('mine', null) }],
    {},
    state(list('theirs', 'two')),
  );
  expect(threeWayMerge(seen, state(list('theirs', 'two')), sent)).toEqual([
    { key: 'messages: human a', seenText: 'one', newestText: 'theirs', editedText: 'mine', clash: true },
    { key: 'messages: ai b', seenText: 'two', newestText: 'two', editedText: 'removed', clash: false },
  ]);
  expect(threeWayMerge(seen, state(list('theirs', 'two')), [])).toEqual([
    { key: 'messages: human a', seenText: 'one', newestText: 'theirs', editedText: null, clash: false },
  ]);
  const longer = list('one', 'two').replace(']', ',{"type":"ai","content":"new","id":"c"}]');
  const anew = buildUpdate(seen, [{ key: 'messages', valueText: '[]' }], {}, state(longer));
  expect(threeWayMerge(seen, state(longer), anew)).toMatchObject([
    { key: 'messages: human a', editedText: 'removed', clash: false },
    { key: 'messages: ai b', editedText: 'removed', clash: false },
    { key: 'messages: ai c', seenText: null, newestText: 'new', editedText: 'removed', clash: true },
  ]);
  const byId = buildUpdate(
    seen,
    [{ key: 'messages', valueText: list('mine', 'two') }],
    {},
    state(list('one', 'theirs')),
  );
  expect(threeWayMerge(seen, state(list('one', 'theirs')), byId)).toMatchObject([
    { key: 'messages: human a', editedText: 'mine', clash: false },
    { key: 'messages: ai b', newestText: 'theirs', editedText: null, clash: false },
  ]);
});
