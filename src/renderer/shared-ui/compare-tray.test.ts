import { beforeEach, expect, it } from 'vitest';
import {
  addedEntry,
  clearTray,
  compareTray,
  entryName,
  isSameSide,
  parseStoredTray,
  pickForCompare,
  setTrayPlace,
  swapSides,
  TrayEntry,
  waitingEntry,
} from './compare-tray.ts';

function run(runId: string): TrayEntry {
  return {
    side: { kind: 'run', connectionId: 'demo', threadId: 't', runId },
    title: `Run ${runId}`,
    of: 'Plan',
    at: null,
  };
}

beforeEach(() => clearTray());

it('compares the second that is picked with the first, and begins anew with the third', () => {
  const [a, b, c] = [run('a'), run('b'), run('c')];
  const one = addedEntry({ left: null, right: null }, a);
  expect(one).toEqual({ left: a, right: null });
  const two = addedEntry(one, b);
  expect(two).toEqual({ left: a, right: b });
  expect(addedEntry(two, c)).toEqual({ left: c, right: null });
});

it('fills whichever place is empty', () => {
  expect(addedEntry({ left: null, right: run('b') }, run('a'))).toEqual({ left: run('a'), right: run('b') });
});

it('says what waits for another, and nothing when the comparison is whole or empty', () => {
  expect(waitingEntry({ left: null, right: null })).toBeNull();
  expect(waitingEntry({ left: run('a'), right: null })).toEqual(run('a'));
  expect(waitingEntry({ left: null, right: run('b') })).toEqual(run('b'));
  expect(waitingEntry({ left: run('a'), right: run('b') })).toBeNull();
});

it('opens the comparison each time both places are filled, and not by a swap', () => {
  const before = compareTray().completions;
  pickForCompare(run('a'));
  expect(compareTray().completions).toBe(before);
  pickForCompare(run('b'));
  expect(compareTray().completions).toBe(before + 1);
  swapSides();
  expect(compareTray()).toMatchObject({ left: run('b'), right: run('a'), completions: before + 1 });
  setTrayPlace('left', run('c'));
  expect(compareTray()).toMatchObject({ left: run('c'), right: run('a'), completions: before + 2 });
  setTrayPlace('right', null);
  expect(compareTray()).toMatchObject({ left: run('c'), right: null, completions: before + 2 });
});

it('knows the same thing by its reference, whatever the order of its members', () => {
  const { side } = run('a');
  expect(isSameSide(side, { runId: 'a', threadId: 't', connectionId: 'demo', kind: 'run' })).toBe(true);
  expect(isSameSide(side, { ...side, connectionId: 'other' })).toBe(false);
  expect(isSameSide(side, { kind: 'turn', connectionId: 'demo', threadId: 't', runId: 'a' })).toBe(false);
});

it('reads a turn that an older version stored as a pass', () => {
  const { side, ...entry } = run('a');
  const stored = { ...entry, title: 'Pass of run #2', side: { ...side, kind: 'pass' } };
  expect(parseStoredTray({ left: stored, right: run('b') })).toEqual({
    left: { ...entry, title: 'Turn of run #2', side: { ...side, kind: 'turn' } },
    right: run('b'),
  });
  expect(parseStoredTray({ left: { ...stored, title: 2 }, right: null })).toBeNull();
});

it('cuts names of servers to what can be shown', () => {
  expect(TrayEntry.parse({ ...run('a'), title: 'x'.repeat(10_000) }).title).toHaveLength(200);
});

it('names an entry by what it is and of what', () => {
  expect(entryName(run('a'))).toBe('Run a of “Plan”');
  expect(entryName({ ...run('a'), of: null })).toBe('Run a');
});
