import { fc } from '../../../testing/fast-check.ts';
import { scaled } from '../../../testing/test-scale.ts';
import { expect, it } from 'vitest';
import { emptyHistory, recordEdit, redo, undo, type EditedWithHistory } from './undo.ts';

it('undo and redo give back each text exactly, whatever was changed', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.string(), { maxLength: 12 }), (start, texts) => {
      const all: EditedWithHistory[] = [{ text: start, history: emptyHistory }];
      for (const text of texts) {
        const now = all.at(-1) ?? { text: start, history: emptyHistory };
        if (now.text !== text) all.push(recordEdit(now, text, null));
      }
      let now = all.at(-1) ?? { text: start, history: emptyHistory };
      for (const before of all.slice(0, -1).toReversed()) expect((now = undo(now)).text).toBe(before.text);
      expect(undo(now)).toEqual(now);
      for (const after of all.slice(1)) expect((now = redo(now)).text).toBe(after.text);
      expect(redo(now)).toEqual(now);
    }),
    { numRuns: scaled(500) },
  );
});

it('takes a typed word as one step, and forgets what was undone when something else is done', () => {
  let now: EditedWithHistory = { text: '', history: emptyHistory };
  for (const text of ['o', 'on', 'one', 'one ', 'one t', 'one tw', 'one two'])
    now = recordEdit(now, text, '');
  expect(undo(now).text).toBe('one ');
  expect(undo(undo(now)).text).toBe('');
  const other = recordEdit(undo(now), 'one x', '');
  expect(other.history.undone).toEqual([]);
  expect(redo(other)).toEqual(other);
});
