import type { Box } from '../model/layout-types.ts';
import { readThemeColors } from './theme-colors.ts';
import { statusIconImages } from '../nodes/status-icons.ts';
import { fitViewport, type Extent, type Viewport } from './viewport.ts';
import type { GraphDrawing, DrawingEdge, DrawingNode } from './graph-drawing.ts';
import canvasStyles from './Canvas.module.css';
import markStyles from '../nodes/NodeIcon.module.css';
import styles from './drawing.module.css';

const svgNamespace = 'http://www.w3.org/2000/svg';
const arrowId = 'picture-arrow';
const dotsId = 'picture-dots';
const dotsGap = 22;

/**
 * Draws a graph as the canvas would show it in a pane of this size: same boxes, same style sheet. The labels
 * are inert, nothing is focusable, and it needs no app code.
 */
export function renderDrawing(graphDrawing: GraphDrawing, pane: Extent): HTMLElement {
  const start = graphDrawing.nodes.find(({ kind }) => kind === 'start');
  const view = fitViewport(graphDrawing.bounds, pane, start?.box ?? null);
  const root = element('div', styles.drawing);
  const icons = statusIconImages(readThemeColors(document.body));
  for (const [name, image] of Object.entries(icons)) root.style.setProperty(name, image);
  const stage = element('div', styles.stage);
  stage.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.zoom})`;
  const open = graphDrawing.nodes.filter(({ look }) => look === 'open');
  const others = graphDrawing.nodes.filter(({ look }) => look !== 'open');
  stage.append(
    // oxlint-disable-next-line studio/no-spread-arguments -- a splash has few nodes, so that it fits into its storage
    ...open.map(drawNode),
    drawEdges(graphDrawing.edges),
    ...graphDrawing.edges.flatMap(({ label }) => (label ? [drawLabel(label)] : [])),
    ...others.map(drawNode),
  );
  root.append(drawDots(view), stage);
  return root;
}

function drawNode({ box, look, kind, title }: DrawingNode): HTMLElement {
  const nodeElement = placed(element('div', styles.position), box);
  nodeElement.dataset['pictureNode'] = title;
  const shapeClass = {
    box: canvasStyles['box'],
    pill: canvasStyles.terminal,
    collapsed: canvasStyles.collapsed,
    open: canvasStyles['container'],
  }[look];
  const frame = element('div', canvasStyles['frame'], shapeClass);
  frame.dataset['status'] = 'idle';
  const mark = element('i', markStyles.icon);
  mark.dataset['sign'] = kind;
  mark.dataset['part'] = 'mark';
  const parts = look === 'pill' ? [inertText('', title)] : [mark, inertText(canvasStyles['name'], title)];
  if (look === 'open') {
    const head = element('div', canvasStyles['title']);
    // oxlint-disable-next-line studio/no-spread-arguments -- two parts at most
    head.append(...parts);
    frame.append(head);
  } else {
    // oxlint-disable-next-line studio/no-spread-arguments -- two parts at most
    frame.append(...parts);
  }
  nodeElement.append(frame);
  return nodeElement;
}

function drawLabel({ text, box }: { readonly text: string; readonly box: Box }): HTMLElement {
  return placed(inertText(canvasStyles['edgeLabel'], text), box);
}

function drawEdges(edges: readonly DrawingEdge[]): SVGElement {
  const svg = shape('svg', { class: canvasStyles['edges'] });
  const arrow = shape('marker', {
    id: arrowId,
    viewBox: '0 0 8 8',
    refX: '7',
    refY: '4',
    markerUnits: 'userSpaceOnUse',
    markerWidth: '11',
    markerHeight: '11',
    orient: 'auto',
  });
  arrow.append(shape('path', { d: 'M1 1L7 4L1 7z', class: canvasStyles['arrow'] }));
  svg.append(
    arrow,
    // oxlint-disable-next-line studio/no-spread-arguments -- a splash has few nodes, so that it fits into its storage
    ...edges.map(({ path, conditional }) =>
      shape('path', {
        d: path,
        class: `${canvasStyles['edge']} ${conditional ? canvasStyles['conditional'] : ''}`,
        'marker-end': `url(#${arrowId})`,
      }),
    ),
  );
  return svg;
}

function drawDots({ x, y, zoom }: Viewport): SVGElement {
  const gap = dotsGap * zoom;
  const svg = shape('svg', { class: styles.dots });
  const pattern = shape('pattern', {
    id: dotsId,
    x: `${x % gap}`,
    y: `${y % gap}`,
    width: `${gap}`,
    height: `${gap}`,
    patternUnits: 'userSpaceOnUse',
    patternTransform: `translate(-${gap / 2},-${gap / 2})`,
  });
  const radius = `${zoom / 2}`;
  pattern.append(shape('circle', { cx: radius, cy: radius, r: radius }));
  svg.append(pattern, shape('rect', { width: '100%', height: '100%', fill: `url(#${dotsId})` }));
  return svg;
}

// Text that is visible but can't be searched, selected or read aloud, because the app will replace it.
function inertText(className: string | undefined, text: string): HTMLElement {
  const span = element('span', styles.textBlocks, className);
  span.dataset['words'] = text;
  return span;
}

function placed(target: HTMLElement, { x, y, width, height }: Box): HTMLElement {
  target.style.width = `${width}px`;
  target.style.height = `${height}px`;
  target.style.left = `${x}px`;
  target.style.top = `${y}px`;
  return target;
}

function element(tag: string, ...classes: readonly (string | undefined)[]): HTMLElement {
  const made = document.createElement(tag);
  made.className = classes.filter(Boolean).join(' ');
  return made;
}

function shape(tag: string, attributes: Readonly<Record<string, string | undefined>>): SVGElement {
  const made = document.createElementNS(svgNamespace, tag) as SVGElement;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value ?? '');
  return made;
}
