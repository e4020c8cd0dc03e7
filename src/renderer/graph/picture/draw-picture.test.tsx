import { expect, it } from 'vitest';
import type { GraphShape } from '../../../shared/model/graph.ts';
import { layOut } from '../layout-engine.ts';
import { layoutInput } from '../layout-input.ts';
import { visibleGraph } from '../levels.ts';
import { sceneOf } from '../scene.ts';
import { shapeOf, writerShape } from '../shape-builder.ts';
import { drawPicture } from './draw-picture.ts';
import { pictureOf, type GraphPicture } from './graph-picture.ts';

function kept(shape: GraphShape): GraphPicture | null {
  const visible = visibleGraph(shape, 'all', new Map());
  const picture = pictureOf(sceneOf({ visible, direction: 'down', layout: layOut(layoutInput(visible)) }));
  // As it lies in the page's storage.
  return JSON.parse(JSON.stringify(picture)) as GraphPicture | null;
}

it('draws each node and edge again, with words that are no text of the page', () => {
  const picture = kept(writerShape);
  if (!picture) throw new Error('The graph of the writer has no picture.');
  const drawn = drawPicture(picture, { width: 800, height: 600 });
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
  expect(kept(shapeOf(ids, []))).toBeNull();
});
