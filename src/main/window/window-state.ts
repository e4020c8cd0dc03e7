import type { Rectangle } from 'electron';
import { parseJson } from '../../shared/parse-json.ts';
import { isRecord } from '../../shared/narrow.ts';

export interface WindowState {
  readonly bounds: Rectangle;
  readonly maximized: boolean;
}

export const defaultSize = { width: 1440, height: 900 } as const;
export const minSize = { width: 900, height: 600 } as const;

// Parses a stored state; `null` if invalid, and the window opens as if for the first time.
export function parseWindowState(text: string): WindowState | null {
  const value = parseJson(text);
  if (!isRecord(value) || !isRecord(value['bounds'])) return null;
  const { x, y, width, height } = value['bounds'];
  const { maximized } = value;
  if (!isWhole(x) || !isWhole(y) || !isWhole(width) || !isWhole(height)) return null;
  if (typeof maximized !== 'boolean') return null;
  return { bounds: { x, y, width, height }, maximized };
}

// Fits the state of a new window into a current display: the one that shows most of the stored
// bounds, else the first. `areas`: the displays' work areas, the main one first.
export function fitWindowState(stored: WindowState | null, areas: readonly Rectangle[]): WindowState {
  const [main] = areas;
  const storedBounds = stored?.bounds;
  const rectangle = storedBounds ? areaWithLargestOverlap(storedBounds, areas) : null;
  const maximized = stored?.maximized ?? false;
  if (storedBounds && rectangle) return { bounds: moveInside(storedBounds, rectangle), maximized };
  if (!main) return { bounds: { x: 0, y: 0, ...defaultSize }, maximized };
  return { bounds: centred(storedBounds ?? defaultSize, main), maximized };
}

// How far a window is from the one that it was opened from, in pixels.
const cascadeOffset = 28;

/** Bounds for a window beside another one, as large: below and to the right of it, or from the start of its display again. */
export function besideBounds(bounds: Rectangle, areas: readonly Rectangle[]): WindowState {
  const area = areaWithLargestOverlap(bounds, areas) ?? areas[0] ?? bounds;
  const { width, height } = sizeInside(bounds, area);
  const [x, y] = [bounds.x + cascadeOffset, bounds.y + cascadeOffset];
  return {
    bounds: {
      x: x + width > area.x + area.width ? area.x : x,
      y: y + height > area.y + area.height ? area.y : y,
      width,
      height,
    },
    maximized: false,
  };
}

function areaWithLargestOverlap(bounds: Rectangle, areas: readonly Rectangle[]): Rectangle | null {
  let best: { area: Rectangle; visiblePixels: number } | null = null;
  for (const area of areas) {
    const visibleArea = overlap(bounds, area);
    if (visibleArea > (best?.visiblePixels ?? 0)) best = { area, visiblePixels: visibleArea };
  }
  return best?.area ?? null;
}

function overlap(a: Rectangle, b: Rectangle): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

function moveInside(bounds: Rectangle, area: Rectangle): Rectangle {
  const { width, height } = sizeInside(bounds, area);
  const x = clamp(bounds.x, area.x, area.x + area.width - width);
  const y = clamp(bounds.y, area.y, area.y + area.height - height);
  return { x, y, width, height };
}

function centred(size: { readonly width: number; readonly height: number }, area: Rectangle): Rectangle {
  const { width, height } = sizeInside(size, area);
  const x = area.x + Math.floor((area.width - width) / 2);
  const y = area.y + Math.floor((area.height - height) / 2);
  return { x, y, width, height };
}

// A display smaller than the minimum gets a window of its own size.
function sizeInside(size: { readonly width: number; readonly height: number }, area: Rectangle) {
  return {
    width: Math.min(Math.max(size.width, minSize.width), area.width),
    height: Math.min(Math.max(size.height, minSize.height), area.height),
  };
}

function clamp(value: number, min: number, limit: number): number {
  return Math.min(Math.max(value, min), limit);
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value);
}
