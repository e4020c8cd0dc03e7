import { describe, expect, it } from 'vitest';
import type { CheckpointSummary } from '../../shared/model/thread.ts';
import { entryKey, listEntries, type HistoryEntry, nextEntryToExpand } from './history-entries.ts';
import { assignLanes } from './assign-lanes.ts';
import { historyKeyAction } from './history-keys.ts';
import type { SubgraphHistory } from './queries.ts';
import { buildCheckpoint } from '../../testing/renderer/checkpoint-builder.ts';

const checkpoint = (checkpointId: string, parentId: string | null, ...spaces: string[]): CheckpointSummary =>
  buildCheckpoint({
    checkpointId,
    parentId,
    ...(spaces.length > 0
      ? { subgraphs: spaces.map((checkpointNs) => ({ nodeId: 'n', checkpointNs })) }
      : {}),
  });
// c was forked from a, next to b; b ran the subgraph `s`, whose y ran `s|d`.
const checkpoints = [checkpoint('c', 'a'), checkpoint('b', 'a', 's'), checkpoint('a', null)];
const inner = new Map<string, SubgraphHistory>([
  ['s', { checkpoints: [checkpoint('y', 'x', 's|d'), checkpoint('x', null)], more: true, error: null }],
]);
const entries = (opened: string[]) =>
  listEntries(checkpoints, assignLanes(checkpoints, true), new Set(opened), inner);
const lines = (list: readonly HistoryEntry[]) =>
  list.map((entry) => `${entry.depth} ${entry.kind === 'note' ? entry.text : entry.checkpoint.checkpointId}`);

describe('the lines of the history', () => {
  it('hold open subgraphs under the checkpoint that ran them, at every level', () => {
    expect(lines(entries([]))).toEqual(['0 c', '0 b', '0 a']);
    expect(lines(entries(['b', entryKey('s', 'y')]))).toEqual([
      '0 c',
      '0 b',
      '1 y',
      '2 Loading the subgraph…',
      '1 x',
      '1 Older checkpoints of this subgraph are not shown',
      '0 a',
    ]);
  });

  it('end where a server lists a subgraph within itself', () => {
    const endless = new Map<string, SubgraphHistory>([
      ['s', { checkpoints: [checkpoint('y', null, 't')], more: false, error: null }],
      ['t', { checkpoints: [checkpoint('z', null, 's', 't')], more: false, error: null }],
    ]);
    const opened = new Set(['b', entryKey('s', 'y'), entryKey('t', 'z')]);
    const list = listEntries(checkpoints, assignLanes(checkpoints, true), opened, endless);
    expect(lines(list)).toEqual(['0 c', '0 b', '1 y', '2 z', '0 a']);
  });

  it('let the lines of the thread through, and know the checkpoint that they lie under', () => {
    const [, , y] = entries(['b']);
    expect(y).toMatchObject({
      rootId: 'b',
      checkpointNs: 's',
      lanes: [{ passing: [0, 1], row: null }, { row: { lane: 0, below: true } }],
    });
  });

  it('give the forks of a subgraph lanes of their own, beside those of the thread', () => {
    // y and an edit have the parent x; the edit's run is expanded below it.
    const forked = new Map<string, SubgraphHistory>([
      [
        's',
        {
          checkpoints: [checkpoint('edit', 'x'), checkpoint('y', 'x', 's|d'), checkpoint('x', null)],
          more: false,
          error: null,
        },
      ],
      ['s|d', { checkpoints: [checkpoint('z', null)], more: false, error: null }],
    ]);
    const list = listEntries(
      checkpoints,
      assignLanes(checkpoints, true),
      new Set(['b', entryKey('s', 'y')]),
      forked,
    );
    const own = list.filter(({ depth }) => depth > 0).map(({ depth, lanes }) => lanes[depth]?.row?.lane);
    expect(own).toEqual([0, 1, 0, 0]);
    expect(list[4]).toMatchObject({
      lanes: [{ passing: [0, 1] }, { passing: [0, 1], count: 2 }, { row: {} }],
    });
    expect(list[5]).toMatchObject({ lanes: [{}, { row: { joining: [1] } }] });
  });

  it('say that a subgraph could not be read, and that the server has none of it', () => {
    const noted = (history: SubgraphHistory) =>
      lines(
        listEntries(checkpoints, assignLanes(checkpoints), new Set(['b']), new Map([['s', history]])),
      ).filter((line) => line.startsWith('1'));
    expect(noted({ checkpoints: null, more: false, error: new Error('gone') })).toEqual([
      '1 Could not load the subgraph',
    ]);
    expect(noted({ checkpoints: [], more: false, error: null })).toEqual([
      '1 No checkpoints of this subgraph',
    ]);
  });
});

it('lists what to open so that a checkpoint of a subgraph is seen', () => {
  const wanted = { rootId: 'b', checkpointNs: 's|d', checkpointId: 'z' };
  const opens = (opened: string[]) => nextEntryToExpand(wanted, entries(opened))?.key ?? null;
  expect([opens([]), opens(['b'])]).toEqual(['b', 's y']);
  // It is loading or loaded, or the list does not know the checkpoint that ran it.
  expect(opens(['b', entryKey('s', 'y')])).toBeNull();
  expect(nextEntryToExpand({ ...wanted, checkpointNs: 's', checkpointId: 'x' }, entries(['b']))).toBeNull();
  expect(nextEntryToExpand({ ...wanted, rootId: 'older' }, entries([]))).toBeNull();
});

describe('the keys of the history', () => {
  const open = entries(['b']);
  const step = (key: string, at: number, list: readonly HistoryEntry[] = open) => {
    const wanted = historyKeyAction(key, list, at);
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
