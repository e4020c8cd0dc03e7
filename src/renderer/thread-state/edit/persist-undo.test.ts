import { fc } from '../../../testing/fast-check.ts';
import { expect, it } from 'vitest';
import { emptyHistory, recordEdit, redo, undo, type EditedWithHistory } from './undo.ts';
import { serializeUndo, restoreUndo } from './persist-undo.ts';

/** A text after some changes, of which some were taken back. */
const edited = fc
  .tuple(fc.string(), fc.array(fc.string(), { maxLength: 8 }), fc.nat(8))
  .map(([start, texts, back]) => {
    let now: EditedWithHistory = { text: start, history: emptyHistory };
    for (const text of texts) now = recordEdit(now, text, null);
    for (let count = 0; count < back; count += 1) now = undo(now);
    return now;
  });

it('the steps of a draft come back as they were kept', () => {
  fc.assert(
    fc.property(edited, ({ text, history }) => {
      const stored = serializeUndo(history);
      expect(restoreUndo(text, stored)).toEqual(stored === null ? null : history);
    }),
  );
});

it('steps that do not lead to the text that is there are not taken', () => {
  const now = recordEdit({ text: 'one', history: emptyHistory }, 'one two', null);
  expect(restoreUndo('another', serializeUndo(now.history))).toBeNull();
  expect(restoreUndo('one two', '{"done":1}')).toBeNull();
  expect(restoreUndo('one two', 'no JSON')).toBeNull();
});

it('keeps the newest steps of many, and they can be undone', () => {
  let now: EditedWithHistory = { text: '', history: emptyHistory };
  for (let step = 0; step < 40; step += 1) now = recordEdit(now, String(step).repeat(9_000), null);
  const restored = restoreUndo(now.text, serializeUndo(now.history));
  expect(restored?.done.length).toBeGreaterThan(1);
  expect(restored?.done.length).toBeLessThan(40);
  const before = undo({ text: now.text, history: restored ?? emptyHistory });
  expect(before.text).toBe('38'.repeat(9_000));
  expect(redo(before).text).toBe(now.text);
  const huge = recordEdit(now, 'x'.repeat(300_000), null);
  expect(serializeUndo(huge.history)).toBeNull();
});
