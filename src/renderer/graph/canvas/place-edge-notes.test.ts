import { describe, expect, it } from 'vitest';
import { layoutGraph } from '../layout/layout-graph.ts';
import { layoutInput } from '../layout/layout-input.ts';
import type { FlowDirection } from '../model/layout-types.ts';
import { visibleGraph } from '../model/visible-graph.ts';
import { buildGraphShape } from '../../../testing/renderer/graph-shape-builder.ts';
import { boxesOverlap, buildScene } from './scene.ts';
import { placeEdgeNotes } from './place-edge-notes.ts';

const shape = buildGraphShape(
  ['__start__', 'plan', 'a', 'b', 'join', '__end__'],
  ['__start__>plan', 'plan?a(left)', 'plan?b(right)', 'a>join', 'b>join', 'join>plan', 'join>__end__'],
);

function notesIn(direction: FlowDirection) {
  const visible = visibleGraph(shape, 'all', new Map());
  const scene = buildScene({ visible, direction, layout: layoutGraph(layoutInput(visible, direction)) });
  const notes = new Map(
    shape.edges.map(({ id }) => [id, { texts: ['1× a very long time indeed', '1×'], title: '' }]),
  );
  return { scene, placed: placeEdgeNotes(scene.nodes, scene.edges, notes) };
}

describe('placeEdgeNotes', () => {
  it.each(['down', 'right'] as const)('covers no node and no label in a flow %s', (direction) => {
    const { scene, placed } = notesIn(direction);
    expect(placed).toHaveLength(shape.edges.length);
    const boxes = [
      ...scene.nodes.map(({ box }) => box),
      ...scene.edges.flatMap(({ route }) => route.label ?? []),
    ];
    for (const { box } of placed) expect(boxes.filter((other) => boxesOverlap(box, other))).toEqual([]);
    for (const [index, { box }] of placed.entries())
      for (const other of placed.slice(index + 1)) expect(boxesOverlap(box, other.box)).toBe(false);
  });

  it('shows only the count where there is no room for more', () => {
    expect(notesIn('right').placed.map(({ text }) => text)).toContain('1×');
    expect(notesIn('down').placed.map(({ text }) => text)).toContain('1× a very long time indeed');
  });

  it('covers no border of a container where there is room beside it', () => {
    const nested = buildGraphShape(
      ['__start__', 'outer', 'outer:first', 'outer:last', 'after', '__end__'],
      ['__start__>outer:first', 'outer:first>outer:last', 'outer:last>after', 'after>__end__'],
    );
    const visible = visibleGraph(nested, 'all', new Map());
    const scene = buildScene({
      visible,
      direction: 'down',
      layout: layoutGraph(layoutInput(visible, 'down')),
    });
    const outer = scene.nodes.find(({ visible: { role } }) => role === 'open')?.box;
    const notes = new Map(nested.edges.map(({ id }) => [id, { texts: ['1×'], title: '' }]));
    const placed = placeEdgeNotes(scene.nodes, scene.edges, notes);
    expect(placed).toHaveLength(nested.edges.length);
    if (outer === undefined) throw new Error('No node is open.');
    const bottom = outer.y + outer.height;
    expect(placed.filter(({ box }) => box.y <= bottom && box.y + box.height >= bottom)).toEqual([]);
  });
});
