import { describe, expect, it } from 'vitest';
import { forkCount, laneCount, assignLanes } from './assign-lanes.ts';

/** `child>parent` pairs, newest first. */
const checkpoints = (...pairs: string[]) =>
  pairs.map((pair) => {
    const [checkpointId = '', parentId] = pair.split('>');
    return { checkpointId, parentId: parentId ?? null };
  });
const history = (...pairs: string[]) => assignLanes(checkpoints(...pairs));

describe('layLanes', () => {
  it('keeps a straight history on one lane', () => {
    const rows = history('c>b', 'b>a', 'a');
    expect(rows.map(({ lane }) => lane)).toEqual([0, 0, 0]);
    expect(rows.map(({ fromAbove, below }) => [fromAbove, below])).toEqual([
      [false, true],
      [true, true],
      [true, false],
    ]);
    expect(forkCount(checkpoints('c>b', 'b>a', 'a'))).toBe(0);
  });

  it('gives a fork its own lane and joins it where it started', () => {
    // a - b - c - d(old tip); the newest, f, was forked from b.
    const forked = ['f>e', 'd>c', 'e>b', 'c>b', 'b>a', 'a'];
    const rows = history(...forked);
    expect(rows.map(({ lane }) => lane)).toEqual([0, 1, 0, 1, 0, 0]);
    expect(rows[1]).toMatchObject({ lane: 1, fromAbove: false, below: true, passing: [0], joining: [] });
    expect(rows[4]).toMatchObject({ lane: 0, fromAbove: true, below: true, passing: [], joining: [1] });
    expect(laneCount(rows)).toBe(2);
    expect(forkCount(checkpoints(...forked))).toBe(1);
  });

  it('uses a lane again after its fork has joined', () => {
    const rows = history('z>y', 'x2>x', 'y>x', 'x>w', 'w2>v', 'w>v', 'v');
    expect(rows.map(({ lane }) => lane)).toEqual([0, 1, 0, 0, 1, 0, 0]);
    expect(laneCount(rows)).toBe(2);
  });

  it('takes three forks from one checkpoint', () => {
    const rows = history('d>a', 'c>a', 'b>a', 'a');
    expect(rows[3]).toMatchObject({ lane: 0, joining: [1, 2] });
    expect(laneCount(rows)).toBe(3);
  });

  it('draws the line on when the parent is on a page that is not loaded', () => {
    expect(history('c>b')[0]).toMatchObject({ below: true });
  });

  it('does not change rows when an older page is appended', () => {
    const all = ['f>e', 'd>c', 'e>b', 'c>b', 'b>a', 'a'];
    expect(history(...all).slice(0, 3)).toEqual(history(...all.slice(0, 3)));
  });

  it('takes a parent that does not exist, and a checkpoint that is its own parent', () => {
    expect(history('b>gone', 'a>a').map(({ lane }) => lane)).toEqual([0, 1]);
  });

  it('ends the line to a checkpoint that is not there, once all are loaded, and says so', () => {
    const chain = [
      { checkpointId: 'c', parentId: 'gone' },
      { checkpointId: 'b', parentId: 'a' },
      { checkpointId: 'a', parentId: null },
    ];
    expect(assignLanes(chain).map(({ lane, broken }) => [lane, broken])).toEqual([
      [0, false],
      [1, false],
      [1, false],
    ]);
    expect(assignLanes(chain, true).map(({ lane, broken }) => [lane, broken])).toEqual([
      [0, true],
      [0, false],
      [0, false],
    ]);
  });

  it('says of no parent that is listed above its child that it is not there', () => {
    const skewed = [
      { checkpointId: 'parent', parentId: null },
      { checkpointId: 'child', parentId: 'parent' },
    ];
    expect(assignLanes(skewed, true).map(({ below, broken }) => [below, broken])).toEqual([
      [false, false],
      [false, false],
    ]);
  });
});
