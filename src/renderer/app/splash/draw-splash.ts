import type { Box } from '../../graph/model/layout-types.ts';
import { renderDrawing } from '../../graph/canvas/render-drawing.ts';
import type { SplashData, SplashGraph, StoredUiState } from './splash-data.ts';
import { opensPanes } from '../view-at-start.ts';
import styles from './splash.module.css';

export type SplashPart = 'frame' | 'panes' | 'graph';

/**
 * Draws the window as last seen, without anything that may have changed: bars, panes and the graph. Omits
 * what may be elsewhere now (another page size, view or assistant).
 */
export function drawSplash(
  splash: SplashData | null,
  remembered: StoredUiState,
): ReadonlyMap<SplashPart, HTMLElement> {
  const parts = new Map([['frame', drawFrame()]] as [SplashPart, HTMLElement][]);
  if (splash === null || !fits(splash, remembered)) return parts;
  parts.set('panes', drawPanes(splash));
  if (splash.graph && isChosen(splash.graph, remembered)) parts.set('graph', drawGraph(splash.graph));
  return parts;
}

function fits({ page }: SplashData, remembered: StoredUiState): boolean {
  return opensPanes(remembered) && page.width === innerWidth && page.height === innerHeight;
}

function isChosen({ connectionId, assistantId }: SplashGraph, { selection }: StoredUiState): boolean {
  return selection?.connectionId === connectionId && selection.assistantId === assistantId;
}

function drawFrame(): HTMLElement {
  const frame = box(styles.frame);
  frame.append(box(styles.top), box(styles.rail));
  return frame;
}

function drawPanes({ main, panes }: SplashData): HTMLElement {
  const all = at(box(styles.panes), main);
  // oxlint-disable-next-line studio/no-spread-arguments -- at most all panes
  all.append(...panes.map((pane) => at(box(styles.pane), within(main, pane))));
  return all;
}

function drawGraph({ pane, canvas, picture: drawing }: SplashGraph): HTMLElement {
  const whole = at(box(styles.graph), pane);
  const bar = box(styles.bar);
  bar.style.height = `${canvas.y - pane.y}px`;
  const ground = at(box(styles.canvas), within(pane, canvas));
  // The canvas also fits its graph to whole pixels.
  ground.append(
    renderDrawing(drawing, { width: Math.round(canvas.width), height: Math.round(canvas.height) }),
  );
  const note = box(styles.note);
  note.dataset['words'] = 'Last known graph.';
  whole.append(bar, ground, note);
  return whole;
}

function box(className: string | undefined): HTMLElement {
  const element = document.createElement('div');
  element.className = className ?? '';
  return element;
}

function within(outer: Box, inner: Box): Box {
  return { ...inner, x: inner.x - outer.x, y: inner.y - outer.y };
}

function at(element: HTMLElement, { x, y, width, height }: Box): HTMLElement {
  element.style.left = `${x}px`;
  element.style.top = `${y}px`;
  element.style.width = `${width}px`;
  element.style.height = `${height}px`;
  return element;
}
