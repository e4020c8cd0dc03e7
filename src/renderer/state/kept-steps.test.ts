import { fc } from '../../testing/random-tests.ts';
import { expect, it } from 'vitest';
import { noHistory, record, redo, undo, type Edited } from './edit-history.ts';
import { keepSteps, restoreSteps } from './kept-steps.ts';

/** A text after some changes, of which some were taken back. */
const edited = fc
  .tuple(fc.string(), fc.array(fc.string(), { maxLength: 8 }), fc.nat(8))
  .map(([start, texts, back]) => {
    let now: Edited = { text: start, history: noHistory };
    for (const text of texts) now = record(now, text, null);
    for (let count = 0; count < back; count += 1) now = undo(now);
    return now;
  });

it('D-6: the steps of a draft come back as they were kept', () => {
  fc.assert(
    fc.property(edited, ({ text, history }) => {
      const kept = keepSteps(history);
      expect(restoreSteps(text, kept)).toEqual(kept === null ? null : history);
    }),
  );
});

it('D-6: steps that do not lead to the text that is there are not taken', () => {
  const now = record({ text: 'one', history: noHistory }, 'one two', null);
  expect(restoreSteps('another', keepSteps(now.history))).toBeNull();
  expect(restoreSteps('one two', '{"done":1}')).toBeNull();
  expect(restoreSteps('one two', 'no JSON')).toBeNull();
});

it('keeps the newest steps of many, and they can be undone', () => {
  let now: Edited = { text: '', history: noHistory };
  for (let step = 0; step < 40; step += 1) now = record(now, String(step).repeat(9_000), null);
  const found = restoreSteps(now.text, keepSteps(now.history));
  expect(found?.done.length).toBeGreaterThan(1);
  expect(found?.done.length).toBeLessThan(40);
  const before = undo({ text: now.text, history: found ?? noHistory });
  expect(before.text).toBe('38'.repeat(9_000));
  expect(redo(before).text).toBe(now.text);
  const huge = record(now, 'x'.repeat(300_000), null);
  expect(keepSteps(huge.history)).toBeNull();
});
