import type { NodeStatus } from '../../shared-ui/node-activity.ts';
import type { CanvasDecorations } from '../model/canvas-decorations.ts';
import { straightRoute } from './edge-path.ts';
import type { Box, Point } from '../model/layout-types.ts';
import { isTerminalNode, nodeTitle } from '../model/node-size.ts';
import type { ThemeColors } from './theme-colors.ts';
import { boxesOverlap, type Scene, type SceneEdge, type SceneNode } from './scene.ts';
import type { Viewport } from './viewport.ts';

export interface Painting {
  readonly scene: Scene;
  readonly palette: ThemeColors;
  readonly viewport: Viewport;
  readonly statusOf: (nodeId: string) => NodeStatus;
  readonly extras: Pick<CanvasDecorations, 'edgeStyles' | 'extraEdges' | 'tints' | 'nodeChanges'>;
  readonly marked: readonly string[];
  readonly whole: boolean;
}

// Opacity of lines while nodes are only blocks, to stand out.
const overviewLineOpacity = 0.6;

// Minimum width of a container on screen for its title.
const titleFrom = 64;

export function paintScene(context: CanvasRenderingContext2D, painting: Painting, part: Box): void {
  const { scene, palette, viewport, whole } = painting;
  const { zoom, x, y } = viewport;
  context.save();
  context.transform(zoom, 0, 0, zoom, x, y);
  const sceneNodes = scene.nodes.filter(({ box }) => boxesOverlap(box, part));
  for (const node of sceneNodes) {
    if (node.visible.role !== 'open') continue;
    context.fillStyle = palette.container;
    context.globalAlpha = 0.7;
    fillBox(context, node.box, 10);
    context.globalAlpha = 1;
    strokeContainer(context, painting, node);
  }
  if (whole) paintEdges(context, painting, part);
  for (const node of sceneNodes) if (node.visible.role !== 'open') paintBlock(context, painting, node);
  for (const { id, box } of sceneNodes) {
    const change = painting.extras.nodeChanges.get(id);
    if (change !== undefined) ring(context, changeColor(palette, change), box, zoom);
  }
  for (const id of painting.marked) {
    const box = scene.laidOut.layout.nodes.get(id);
    if (box) ring(context, palette.accent, box, zoom);
  }
  context.restore();
  if (whole) paintTitles(context, painting, sceneNodes);
}

export function paintNodes(
  context: CanvasRenderingContext2D,
  painting: Painting,
  nodes: readonly SceneNode[],
): void {
  const { zoom, x, y } = painting.viewport;
  context.save();
  context.transform(zoom, 0, 0, zoom, x, y);
  for (const node of nodes) {
    if (node.visible.role === 'open') strokeContainer(context, painting, node);
    else paintBlock(context, painting, node);
  }
  context.restore();
}

function paintBlock(
  context: CanvasRenderingContext2D,
  { palette, statusOf, extras }: Painting,
  node: SceneNode,
): void {
  const tint = extras.tints.get(node.id);
  const { box } = node;
  const radius = isTerminalNode(node.visible.node) ? 14 : 6;
  context.fillStyle = tint === undefined ? palette.status[statusOf(node.id)] : palette.border;
  fillBox(context, box, radius);
  if (tint === undefined) return;
  context.fillStyle = palette.accent;
  context.globalAlpha = tint;
  fillBox(context, box, radius);
  context.globalAlpha = 1;
}

function strokeContainer(
  context: CanvasRenderingContext2D,
  painting: Painting,
  { id, box }: SceneNode,
): void {
  const { palette, statusOf, viewport } = painting;
  const status = statusOf(id);
  context.strokeStyle = status === 'idle' ? palette.border : palette.status[status];
  context.lineWidth = 1 / viewport.zoom;
  context.strokeRect(box.x, box.y, box.width, box.height);
}

// Rounded corners are the most expensive part, and invisible when small.
function fillBox(context: CanvasRenderingContext2D, { x, y, width, height }: Box, radius: number): void {
  if (radius * context.getTransform().a < 2.5) {
    context.fillRect(x, y, width, height);
    return;
  }
  context.beginPath();
  context.roundRect(x, y, width, height, radius);
  context.fill();
}

function paintEdges(context: CanvasRenderingContext2D, painting: Painting, part: Box): void {
  const { scene, palette, viewport, extras } = painting;
  const { zoom } = viewport;
  const pick = (wanted: (edge: SceneEdge) => boolean): SceneEdge[] =>
    scene.edges.filter((edge) => boxesOverlap(edge.box, part) && wanted(edge));
  const styleOf = ({ id }: SceneEdge): string | undefined => extras.edgeStyles.get(id);
  const draw = (
    lines: readonly (readonly Point[])[],
    colour: string,
    dash: readonly number[],
    alpha = 1,
  ): void => {
    context.strokeStyle = colour;
    context.globalAlpha = alpha;
    context.lineWidth = 1 / zoom;
    context.setLineDash(dash.map((length) => length / zoom));
    context.beginPath();
    for (const points of lines) {
      for (const [index, { x, y }] of points.entries()) {
        if (index === 0) context.moveTo(x, y);
        else context.lineTo(x, y);
      }
    }
    context.stroke();
    context.globalAlpha = 1;
  };
  const routes = (edges: readonly SceneEdge[]): (readonly Point[])[] =>
    edges.map(({ route }) => route.points);
  // Dashes are expensive, and look like a line when this small.
  const dash = zoom > 0.2 ? [3, 2.5] : [];
  const isConditional = ({ edge }: SceneEdge): boolean => edge.conditional;
  draw(
    routes(pick((edge) => !isConditional(edge) && styleOf(edge) === undefined)),
    palette.line,
    [],
    overviewLineOpacity,
  );
  draw(
    routes(pick((edge) => isConditional(edge) && styleOf(edge) === undefined)),
    palette.line,
    dash,
    overviewLineOpacity,
  );
  if (extras.edgeStyles.size > 0) {
    draw(routes(pick((edge) => styleOf(edge) === 'faint')), palette.line, dash, 0.3);
    draw(routes(pick((edge) => styleOf(edge) === 'taken')), palette.accent, []);
    draw(routes(pick((edge) => styleOf(edge) === 'dotted')), palette.accent, [1, 2]);
    for (const change of ['new', 'changed'] as const)
      draw(routes(pick((edge) => styleOf(edge) === change)), changeColor(palette, change), []);
  }
  const { nodes } = scene.laidOut.layout;
  const extra = (isRemoved: boolean): (readonly Point[])[] =>
    extras.extraEdges.flatMap(({ source, target, style }) => {
      const from = nodes.get(source);
      const to = nodes.get(target);
      return from && to && (style === 'removed') === isRemoved ? [straightRoute(from, to)] : [];
    });
  if (extras.extraEdges.length > 0) {
    draw(extra(false), palette.accent, [1, 2]);
    draw(extra(true), palette.status.failed, [1, 3]);
  }
  context.setLineDash([]);
}

function changeColor({ status }: ThemeColors, change: 'new' | 'changed'): string {
  return change === 'new' ? status.finished : status.waiting;
}

function ring(context: CanvasRenderingContext2D, color: string, box: Box, zoom: number): void {
  const gap = 2 / zoom;
  context.strokeStyle = color;
  context.lineWidth = 2 / zoom;
  context.strokeRect(box.x - gap, box.y - gap, box.width + 2 * gap, box.height + 2 * gap);
}

function paintTitles(
  context: CanvasRenderingContext2D,
  painting: Painting,
  sceneNodes: readonly SceneNode[],
): void {
  const { palette, viewport } = painting;
  context.fillStyle = palette.text;
  context.font = `600 11px ${palette.font}`;
  context.textBaseline = 'bottom';
  for (const { visible, box } of sceneNodes) {
    const width = box.width * viewport.zoom;
    if (visible.role !== 'open' || width < titleFrom || visible.parent !== null) continue;
    context.fillText(
      nodeTitle(visible.node),
      box.x * viewport.zoom + viewport.x,
      box.y * viewport.zoom + viewport.y - 2,
      width,
    );
  }
}
