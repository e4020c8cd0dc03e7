import { describe, expect, it } from 'vitest';
import type { CheckpointSummary } from '../../shared/model/thread.ts';
import { entryKey, listEntries, type Entry } from './entries.ts';
import { layLanes } from './lanes.ts';
import { keyStep } from './list-keys.ts';
import type { InnerHistory } from './queries.ts';

const checkpoint = (
  checkpointId: string,
  parentId: string | null,
  ...spaces: string[]
): CheckpointSummary => ({
  checkpointId,
  parentId,
  createdAt: null,
  step: null,
  source: 'loop',
  runId: null,
  writers: [],
  next: [],
  changedKeys: null,
  interrupts: 0,
  failed: false,
  ...(spaces.length > 0 ? { subgraphs: spaces.map((checkpointNs) => ({ nodeId: 'n', checkpointNs })) } : {}),
});
// c was forked from a, beside b; b ran the subgraph `s`, whose y ran `s|d`.
const checkpoints = [checkpoint('c', 'a'), checkpoint('b', 'a', 's'), checkpoint('a', null)];
const inner = new Map<string, InnerHistory>([
  ['s', { checkpoints: [checkpoint('y', 'x', 's|d'), checkpoint('x', null)], more: true, error: null }],
]);
const entries = (opened: string[]) =>
  listEntries(checkpoints, layLanes(checkpoints, true), new Set(opened), inner);
const words = (list: readonly Entry[]) =>
  list.map((entry) => `${entry.depth} ${entry.kind === 'note' ? entry.text : entry.checkpoint.checkpointId}`);

describe('the lines of the history', () => {
  it('hold open subgraphs under the checkpoint that ran them, at every level', () => {
    expect(words(entries([]))).toEqual(['0 c', '0 b', '0 a']);
    expect(words(entries(['b', entryKey('s', 'y')]))).toEqual([
      '0 c',
      '0 b',
      '1 y',
      '2 Reading the subgraph…',
      '1 x',
      '1 Older ones of this subgraph are not shown',
      '0 a',
    ]);
  });

  it('let the lines of the thread through, and know the checkpoint that they lie under', () => {
    const [, , y] = entries(['b']);
    expect(y).toMatchObject({ rootId: 'b', checkpointNs: 's', passing: [0, 1], row: null });
  });

  it('say that a subgraph could not be read, and that the server has none of it', () => {
    const noted = (history: InnerHistory) =>
      words(
        listEntries(checkpoints, layLanes(checkpoints), new Set(['b']), new Map([['s', history]])),
      ).filter((line) => line.startsWith('1'));
    expect(noted({ checkpoints: null, more: false, error: new Error('gone') })).toEqual([
      '1 The subgraph could not be read',
    ]);
    expect(noted({ checkpoints: [], more: false, error: null })).toEqual([
      '1 The server has no checkpoints of this subgraph',
    ]);
  });
});

describe('the keys of the history', () => {
  const open = entries(['b']);
  const step = (key: string, at: number, list: readonly Entry[] = open) => {
    const wanted = keyStep(key, list, at);
    if (wanted === null) return null;
    return 'toggle' in wanted ? `toggle ${wanted.toggle.key}` : wanted.select.key;
  };

  it('go up, down and to the ends, over notes', () => {
    expect([step('ArrowDown', 0), step('ArrowUp', 1), step('Home', 3), step('End', 0)]).toEqual([
      'b',
      'c',
      'c',
      'a',
    ]);
    expect(step('ArrowDown', 3)).toBe('a');
    expect(step('ArrowDown', 5)).toBeNull();
  });

  it('open, enter, leave and close subgraphs', () => {
    expect(step('ArrowRight', 1, entries([]))).toBe('toggle b');
    expect(step('ArrowRight', 1)).toBe('s y');
    expect(step('ArrowLeft', 3)).toBe('b');
    expect(step('ArrowLeft', 1)).toBe('toggle b');
    expect([step('ArrowRight', 0), step('ArrowLeft', 0), step('x', 0)]).toEqual([null, null, null]);
  });
});
