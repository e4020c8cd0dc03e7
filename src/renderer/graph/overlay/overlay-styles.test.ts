import { describe, expect, it } from 'vitest';
import { visibleGraph } from '../model/visible-graph.ts';
import { writerShape } from '../../../testing/renderer/graph-shape-builder.ts';
import type { WorkedTime } from '../../../shared/thread-record/worked-time.ts';
import type { ObservedPath } from './observed-path.ts';
import { overlayStyles } from './overlay-styles.ts';

const worked = (ms: number, bound: WorkedTime['bound'] = 'exact', sumMs = ms): WorkedTime => ({
  ms,
  sumMs,
  bound,
  isSeen: false,
});

const observation: ObservedPath = {
  nodes: new Map([
    ['plan', { visits: 2, time: worked(50, 'atLeast'), tokens: null }],
    ['write', { visits: 1, time: worked(200), tokens: 1412 }],
    ['write:draft', { visits: 1, time: worked(100), tokens: 1412 }],
  ]),
  traversalCounts: new Map([
    ['e0', 1],
    ['e1', 1],
  ]),
  waits: new Map([['e1', 12]]),
  undeclared: [
    { source: 'write:draft', target: 'publish', count: 2 },
    { source: 'write:draft', target: 'write:deep:check', count: 1 },
  ],
};

describe('overlayLooks', () => {
  it('marks edges that were taken and fades the rest, collapsed or not', () => {
    for (const level of [0, 'all'] as const) {
      const visible = visibleGraph(writerShape, level, new Map());
      const { edgeStyles } = overlayStyles(writerShape, visible, observation, 'observed');
      const lines = visible.edges.map(
        ({ source, target, id }) => `${source}>${target} ${edgeStyles.get(id)}`,
      );
      expect(lines.slice(0, 2)).toEqual([
        '__start__>plan taken',
        level === 0 ? 'plan>write taken' : 'plan>write:draft taken',
      ]);
      expect(lines.slice(2).every((text) => text.endsWith('faint'))).toBe(true);
    }
  });

  it('notes at each taken edge how often it was, and the time between its nodes where known', () => {
    const visible = visibleGraph(writerShape, 'all', new Map());
    const { edgeNotes } = overlayStyles(writerShape, visible, observation, 'observed');
    expect([...edgeNotes]).toEqual([
      ['e0', { texts: ['1×'], title: 'Taken once. The time between the two nodes is unknown.' }],
      ['e1', { texts: ['1× 12 ms', '1×'], title: 'Taken once. 12 ms between the two nodes.' }],
    ]);
  });

  it('shows a critical path with the share of each node, and says where a time is unknown', () => {
    const visible = visibleGraph(writerShape, 0, new Map());
    const nodes = new Map([...observation.nodes, ['review', { visits: 1, time: null, tokens: null }]]);
    const { notes, edgeStyles, edgeNotes } = overlayStyles(
      writerShape,
      visible,
      { ...observation, nodes },
      'bottleneck',
      250,
    );
    expect([...notes]).toEqual([
      ['plan', '≥ 50 ms 20%'],
      ['write', '200 ms 80%'],
      ['review', 'time unknown'],
    ]);
    expect(edgeStyles.get('e0')).toBe('taken');
    expect(edgeNotes.size).toBe(0);
  });

  it('say that the tokens of a node may be more where one of its executions reports none', () => {
    const totals = { visits: 2, time: null, tokens: 1412, hasUnknownTokens: true } as const;
    const nodes = new Map([['plan', totals]]);
    const visible = visibleGraph(writerShape, 0, new Map());
    const { notes } = overlayStyles(writerShape, visible, { ...observation, nodes }, 'tokens', 250);
    expect(notes.get('plan')).toBe('≥ 1,412 tok');
  });

  it('draws undeclared edges between what is drawn, and none inside a collapsed container', () => {
    const extraAt = (level: number | 'all'): string[] =>
      overlayStyles(
        writerShape,
        visibleGraph(writerShape, level, new Map()),
        observation,
        'observed',
      ).extraEdges.map(({ source, target, title }) => `${source}~${target}: ${title}`);
    expect(extraAt('all')).toEqual([
      'write:draft~publish: Taken 2 times from write:draft to publish, not declared by the graph',
      'write:draft~write:deep:check: Taken once from write:draft to write:deep:check, not declared by the graph',
    ]);
    expect(extraAt(0)).toEqual([
      'write~publish: Taken 2 times from write:draft to publish, not declared by the graph',
    ]);
  });

  it('tints nodes by their share of the largest, but no open container', () => {
    const visible = visibleGraph(writerShape, 'all', new Map());
    const { tints, maxValue, edgeStyles } = overlayStyles(writerShape, visible, observation, 'time');
    expect([...tints].map(([id, tint]) => `${id} ${tint.toFixed(2)}`)).toEqual([
      'plan 0.56',
      'write:draft 1.00',
    ]);
    expect(maxValue).toBe(100);
    expect(edgeStyles.size).toBe(0);
  });

  it.each([
    ['observed', ['plan 2× ≥ 50 ms', 'write 1× 200 ms']],
    ['time', ['plan ≥ 50 ms', 'write 200 ms']],
    ['tokens', ['write 1,412 tok']],
    ['off', []],
  ] as const)('says what it found, %s', (mode, expected) => {
    const visible = visibleGraph(writerShape, 0, new Map());
    const { notes } = overlayStyles(writerShape, visible, observation, mode);
    expect([...notes].map(([id, note]) => `${id} ${note}`)).toEqual(expected);
  });

  it('calls a sum of what ran side by side a sum, beside the time by the clock', () => {
    const visible = visibleGraph(writerShape, 0, new Map());
    const nodes = new Map([
      ['plan', { visits: 100, time: worked(3900, 'exact', 120_000), tokens: null }],
      ['review', { visits: 2, time: worked(500, 'atMost', 1000), tokens: null }],
    ]);
    const notes = (mode: 'time' | 'observed') => [
      ...overlayStyles(writerShape, visible, { ...observation, nodes }, mode).notes.values(),
    ];
    expect(notes('time')).toEqual(['3.9 s, Σ 2 min 0 s', '≤ 500 ms']);
    expect(notes('observed')).toEqual(['100× 3.9 s', '2× ≤ 500 ms']);
  });
});
