import { fc } from '../../../testing/fast-check.ts';
import { describe, expect, it, test } from 'vitest';
import type { GraphShape } from '../../../shared/model/graph.ts';
import { layoutGraph } from '../layout/layout-graph.ts';
import { layoutInput } from '../layout/layout-input.ts';
import { visibleGraph } from '../model/visible-graph.ts';
import { paintNodes, paintScene, type Painting } from './canvas-renderer.ts';
import { holderOf } from './react-flow-nodes.ts';
import { nodeAt, buildScene, visibleArea, itemsWithin } from './scene.ts';
import { buildGraphShape, writerShape } from '../../../testing/renderer/graph-shape-builder.ts';
import { visibleAreaFor } from './use-level-of-detail.ts';

function sceneFor(shape: GraphShape) {
  const visible = visibleGraph(shape, 'all', new Map());
  return buildScene({ visible, direction: 'down', layout: layoutGraph(layoutInput(visible)) });
}

/** A context that only takes note of what is painted. */
function recorder() {
  const painted: string[] = [];
  const context = new Proxy(
    {},
    {
      get: (_, name) =>
        name === 'getTransform'
          ? () => ({ a: 1 })
          : (...numbers: unknown[]) => {
              painted.push(String(name));
              if (numbers.some((number) => Number.isNaN(number)))
                throw new Error(`${String(name)} of no number`);
            },
      set: () => true,
    },
  );
  return { painted, context: context as CanvasRenderingContext2D };
}

const statuses = {
  idle: '#1',
  queued: '#2',
  next: '#3',
  running: '#4',
  finished: '#5',
  failed: '#6',
  waiting: '#7',
  skipped: '#8',
  aborted: 'grey',
  cancelled: 'grey',
  unknown: 'grey',
  later: '#8',
};
const palette = {
  canvas: '#0',
  container: '#0',
  border: '#0',
  line: '#0',
  accent: '#0',
  text: '#0',
  sign: '#0',
  font: 'serif',
  status: statuses,
};

function paintingOf(shape: GraphShape): Painting {
  return {
    scene: sceneFor(shape),
    palette,
    viewport: { x: 0, y: 0, zoom: 0.3 },
    statusOf: () => 'running',
    extras: {
      edgeStyles: new Map([['e0', 'faint']]),
      extraEdges: [],
      tints: new Map(),
      nodeChanges: new Map(),
    },
    marked: [],
    whole: true,
  };
}

describe('a scene', () => {
  it('finds the innermost node at a place', () => {
    const scene = sceneFor(writerShape);
    const { layout } = scene.laidOut;
    const box = layout.nodes.get('write:deep:polish') ?? { x: 0, y: 0 };
    const around = layout.nodes.get('write') ?? { x: 0, y: 0 };
    expect(nodeAt(scene, { x: box.x + 5, y: box.y + 5 })?.id).toBe('write:deep:polish');
    expect(nodeAt(scene, { x: around.x + 2, y: around.y + 2 })?.id).toBe('write');
    expect(nodeAt(scene, { x: -50, y: -50 })).toBeNull();
  });

  it('knows what a viewport shows', () => {
    const scene = sceneFor(writerShape);
    const plan = scene.laidOut.layout.nodes.get('plan') ?? { x: 0, y: 0 };
    const at = { x: -plan.x, y: -plan.y, zoom: 1 };
    const visibleIds = itemsWithin(scene.nodes, visibleArea(at, { width: 60, height: 30 }, 0)).map(
      ({ id }) => id,
    );
    expect(visibleIds).toEqual(['plan']);
  });

  it('is painted whatever the graph is', () => {
    const ids = fc.constantFrom('a', 'b', 'c', 'c:x', 'c:y', 'c:y:z', 'd', '__start__', 'ghost');
    const edge = fc.tuple(ids, fc.constantFrom('>', '?'), ids).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.uniqueArray(ids, { minLength: 1 }), fc.array(edge), (nodes, edges) => {
        const painting = paintingOf(buildGraphShape(nodes, edges));
        const { context, painted } = recorder();
        paintScene(context, painting, { x: -9999, y: -9999, width: 99_999, height: 99_999 });
        paintNodes(context, painting, painting.scene.nodes);
        expect(painted.filter((name) => name === 'fill' || name === 'fillRect').length).toBeGreaterThan(0);
        expect(painted.filter((name) => name === 'save')).toHaveLength(
          painted.filter((name) => name === 'restore').length,
        );
      }),
    );
  });
});

describe('partFor', () => {
  const pane = { width: 800, height: 600 };
  it('shows nothing where names can not be read', () => {
    expect(visibleAreaFor({ x: 0, y: 0, zoom: 0.3 }, pane, null)).toBe('none');
    expect(visibleAreaFor({ x: 0, y: 0, zoom: 1 }, { width: 0, height: 0 }, null)).toBe('none');
  });

  it('shows the pane and what lies around it, and stays the same for small moves', () => {
    const viewport = { x: 0, y: 0, zoom: 1 };
    const part = visibleAreaFor(viewport, pane, null);
    expect(part).toEqual({ x: -240, y: -240, width: 1280, height: 1080 });
    expect(visibleAreaFor({ ...viewport, x: 50 }, pane, { part, viewport })).toBe(part);
    expect(visibleAreaFor({ ...viewport, x: 150 }, pane, { part, viewport })).not.toBe(part);
    expect(visibleAreaFor({ ...viewport, zoom: 0.9 }, pane, { part, viewport })).not.toBe(part);
  });
});

test.each<[string | null, string | null]>([
  ['tools:agent', 'tools'],
  ['write:deep:polish', 'write:deep'],
  ['write:other:x', 'write'],
  ['tools', null],
  ['gone', null],
  [null, null],
])('%s, if it is not drawn, is inside %s', (id, holder) => {
  const drawn = new Map(['tools', 'write', 'write:deep'].map((name) => [name, null]));
  expect(holderOf(drawn, id)).toBe(holder);
});
