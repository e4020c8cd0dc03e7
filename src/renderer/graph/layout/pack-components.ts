import type { Point } from '../model/layout-types.ts';
import { spacing } from './spacing.ts';

interface Extent {
  readonly width: number;
  readonly height: number;
}

export interface PackedComponents extends Extent {
  readonly offsets: readonly Point[];
}

// Target ratio of width to height of packed components.
const wideness = 1.6;

// Packs components into rows, in order. If the first one is `anchored`, edges connect it with the border, so
// nothing goes above or below it and the others go beside it.
export function packComponents(components: readonly Extent[], anchored: boolean): PackedComponents {
  const [first, ...others] = components;
  if (!first) return { width: 0, height: 0, offsets: [] };
  if (others.length === 0) return { ...sizeOf(first), offsets: [{ x: 0, y: 0 }] };
  if (!anchored) return inRows(components);
  const packedRows = inRows(others);
  const x = first.width + spacing.components;
  return {
    width: x + packedRows.width,
    height: Math.max(first.height, packedRows.height),
    offsets: [{ x: 0, y: 0 }, ...packedRows.offsets.map((offset) => ({ x: offset.x + x, y: offset.y }))],
  };
}

function sizeOf({ width, height }: Extent): Extent {
  return { width, height };
}

function inRows(components: readonly Extent[]): PackedComponents {
  const area = components.reduce(
    (sum, component) =>
      sum + (component.width + spacing.components) * (component.height + spacing.components),
    0,
  );
  const max = components.reduce(
    (width, component) => Math.max(width, component.width),
    Math.sqrt(area * wideness),
  );
  const offsets: Point[] = [];
  let x = 0;
  let y = 0;
  let rowHeight = 0;
  let width = 0;
  for (const component of components) {
    if (x > 0 && x + component.width > max) {
      y += rowHeight + spacing.components;
      x = 0;
      rowHeight = 0;
    }
    offsets.push({ x, y });
    width = Math.max(width, x + component.width);
    rowHeight = Math.max(rowHeight, component.height);
    x += component.width + spacing.components;
  }
  return { width, height: y + rowHeight, offsets };
}
