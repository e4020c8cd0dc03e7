import type { ConnectedComponent } from './order-nodes.ts';
import { type ChildSize, spacing } from './spacing.ts';
import type { EdgeLanes } from './edge-lanes.ts';
import { assignTracks } from './channel-tracks.ts';

export interface LayerRow {
  readonly y: number;
  readonly height: number;
}

export interface StepLine {
  readonly segment: number;
  readonly layer: number;
  readonly above: number;
  readonly below: number;
  readonly upper: number;
  readonly lower: number;
  readonly bundle: number;
  readonly last: boolean;
  track: number | null;
}

export function layerHeights(
  component: ConnectedComponent,
  sizes: readonly ChildSize[],
  lanes: ReadonlyMap<number, EdgeLanes>,
  lines: readonly StepLine[],
): { readonly rows: LayerRow[]; readonly height: number } {
  const { graph } = component;
  const byLayer = new Map<number, StepLine[]>();
  for (const line of lines) {
    const stepLines = byLayer.get(line.layer);
    if (stepLines) stepLines.push(line);
    else byLayer.set(line.layer, [line]);
  }
  const rows: LayerRow[] = [];
  let y = 0;
  for (const [index, layer] of graph.layers.entries()) {
    const height = layer.reduce(
      (max, item) => Math.max(max, heightOf(sizes[item]) ?? lanes.get(item)?.height ?? 0),
      0,
    );
    const number = graph.layerOf[layer[0] ?? 0] ?? index;
    rows[number] = { y, height };
    y += height;
    const next = graph.layers[index + 1];
    if (!next) break;
    const isNodes = (items: readonly number[]): boolean => items.some((item) => item < sizes.length);
    const isPorts = (items: readonly number[]): boolean =>
      items.every((item) => item >= sizes.length && !lanes.has(item));
    const ends = { upper: isNodes(layer), lower: isNodes(next), ports: isPorts(layer) || isPorts(next) };
    y += channel(byLayer.get(number) ?? [], y, ends);
  }
  return { rows, height: y };
}

// Assigns tracks to the lines of one channel and returns its height.
function channel(
  lines: readonly StepLine[],
  y: number,
  ends: { readonly upper: boolean; readonly lower: boolean; readonly ports: boolean },
): number {
  const min = ends.ports ? spacing.ports : ends.upper && ends.lower ? spacing.layers : spacing.lineLayers;
  const { tracks, count } = assignTracks(lines);
  if (count === 0) return min;
  const before = ends.upper ? spacing.beforeTracks : spacing.ports;
  const after = ends.lower ? spacing.afterTracks : spacing.ports;
  const apart = Math.min(spacing.tracks, spacing.maxTracks / count);
  const height = Math.max(min, before + (count - 1) * apart + after);
  const first = y + before + (height - before - after - (count - 1) * apart) / 2;
  for (const [index, line] of lines.entries()) {
    const track = tracks[index] ?? -1;
    line.track = track < 0 ? null : first + track * apart;
  }
  return height;
}

function heightOf(size: ChildSize | undefined): number | undefined {
  return size && Math.max(size.height, size.loopHeight);
}
