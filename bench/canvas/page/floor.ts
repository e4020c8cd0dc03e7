import type { NodeActivity } from '../../../src/renderer/shared-ui/node-activity.ts';
import { paintScene } from '../../../src/renderer/graph/canvas/canvas-renderer.ts';
import { readThemeColors } from '../../../src/renderer/graph/canvas/theme-colors.ts';
import { buildScene, visibleArea } from '../../../src/renderer/graph/canvas/scene.ts';
import { boundsOf, overviewViewport } from '../../../src/renderer/graph/canvas/viewport.ts';
import { nodesInView, type ShowProps } from './rendered-graph.ts';

/** One plain 2D canvas that is repainted completely for each change. */
export function showFloor(root: Element, { laidOut, viewport, onReady }: ShowProps): void {
  const canvas = document.createElement('canvas');
  canvas.width = innerWidth;
  canvas.height = innerHeight;
  root.replaceChildren(canvas);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('There is no 2D canvas.');
  const scene = buildScene(laidOut);
  const palette = readThemeColors(document.body);
  const size = { width: innerWidth, height: innerHeight };
  let at = viewport ?? overviewViewport(boundsOf(laidOut.layout), size);
  let statuses: ReadonlyMap<string, NodeActivity> = new Map();
  const paint = (): void => {
    context.clearRect(0, 0, size.width, size.height);
    const statusOf = (id: string) => statuses.get(id)?.status ?? 'idle';
    const extras = { edgeStyles: new Map(), extraEdges: [], tints: new Map(), nodeChanges: new Map() };
    paintScene(
      context,
      { scene, palette, viewport: at, statusOf, extras, marked: [], whole: true },
      visibleArea(at, size, 0),
    );
  };
  paint();
  onReady({
    setStatuses: (next) => {
      statuses = next;
      paint();
    },
    panBy: (x, y) => {
      at = { ...at, x: at.x + x, y: at.y + y };
      paint();
    },
    inView: () => nodesInView(laidOut, at),
  });
}
