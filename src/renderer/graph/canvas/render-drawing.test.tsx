import { expect, it } from 'vitest';
import type { GraphShape } from '../../../shared/model/graph.ts';
import { layoutGraph } from '../layout/layout-graph.ts';
import { layoutInput } from '../layout/layout-input.ts';
import { visibleGraph } from '../model/visible-graph.ts';
import { buildScene } from './scene.ts';
import { buildGraphShape, writerShape } from '../../../testing/renderer/graph-shape-builder.ts';
import { renderDrawing } from './render-drawing.ts';
import { createGraphDrawing, type GraphDrawing } from './graph-drawing.ts';

function storedDrawing(shape: GraphShape): GraphDrawing | null {
  const visible = visibleGraph(shape, 'all', new Map());
  const drawing = createGraphDrawing(
    buildScene({ visible, direction: 'down', layout: layoutGraph(layoutInput(visible)) }),
  );
  // As it is stored by the page.
  return JSON.parse(JSON.stringify(drawing)) as GraphDrawing | null;
}

it('draws each node and edge again, with words that are no text of the page', () => {
  const drawing = storedDrawing(writerShape);
  if (!drawing) throw new Error('The graph of the writer has no picture.');
  const drawn = renderDrawing(drawing, { width: 800, height: 600 });
  const titles = [...drawn.querySelectorAll<HTMLElement>('[data-picture-node]')].map(
    ({ dataset }) => dataset['pictureNode'],
  );
  expect(titles.toSorted()).toEqual(
    writerShape.nodes
      .map(({ kind, label }) => (kind === 'start' || kind === 'end' ? kind : label))
      .toSorted(),
  );
  expect(drawn.querySelectorAll('path[marker-end]')).toHaveLength(writerShape.edges.length);
  expect(drawn.textContent).toBe('');
});

it('keeps no picture of a large graph', () => {
  const ids = Array.from({ length: 200 }, (_, index) => `n${index}`);
  expect(storedDrawing(buildGraphShape(ids, []))).toBeNull();
});
