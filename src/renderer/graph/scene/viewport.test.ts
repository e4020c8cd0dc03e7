import { describe, expect, it } from 'vitest';
import {
  overviewStrokeWidth,
  fitViewport,
  anchorViewport,
  revealBox,
  showsAll,
  areaUnderCorner,
} from './viewport.ts';

const pane = { width: 816, height: 616 };

describe('fitted', () => {
  it.each([
    ['a small graph, in life size', { width: 200, height: 100 }, { zoom: 1, x: 308, y: 258 }],
    ['a wide graph', { width: 1600, height: 100 }, { zoom: 0.5, x: 8, y: 283 }],
    ['a tall graph', { width: 100, height: 1200 }, { zoom: 0.5, x: 383, y: 8 }],
    ['nothing', { width: 0, height: 0 }, { zoom: 1, x: 408, y: 308 }],
  ])('shows %s', (_, graph, viewport) => {
    expect(fitViewport({ x: 0, y: 0, ...graph }, pane)).toEqual(viewport);
  });

  it('goes no further out than the canvas can', () => {
    expect(fitViewport({ x: 0, y: 0, width: 1_000_000, height: 10 }, pane).zoom).toBe(0.02);
  });
});

describe('revealing', () => {
  const from = { zoom: 1, x: 0, y: 0 };
  it.each([
    ['what is seen, without moving', { x: 100, y: 100, width: 50, height: 50 }, { x: 0, y: 0 }],
    ['what lies to the left', { x: -100, y: 100, width: 50, height: 50 }, { x: 124, y: 0 }],
    ['what lies below', { x: 100, y: 700, width: 50, height: 50 }, { x: 0, y: -158 }],
    [
      'the start of what is larger than the pane',
      { x: 100, y: 700, width: 50, height: 900 },
      { x: 0, y: -676 },
    ],
  ])('shows %s', (_, box, moved) => {
    expect(revealBox(box, pane, from)).toEqual({ zoom: 1, ...moved });
  });
});

describe('keeping', () => {
  it('holds the top of a box that grew', () => {
    const before = { x: 100, y: 100, width: 100, height: 40 };
    const after = { x: 80, y: 120, width: 300, height: 240 };
    expect(anchorViewport(before, after, { zoom: 0.5, x: 10, y: 10 })).toEqual({ zoom: 0.5, x: -30, y: 0 });
  });
});

describe('farLineWidth', () => {
  it.each([0.29, 0.25, 0.2, 0.13, 0.06, 0.02])('is one to two px in the window at a zoom of %d', (zoom) => {
    const seen = (overviewStrokeWidth(zoom) ?? 0) * zoom;
    expect(seen).toBeGreaterThanOrEqual(1);
    expect(seen).toBeLessThan(2);
  });

  it('leaves lines as they are where nodes can be read', () => {
    expect(overviewStrokeWidth(0.3)).toBeNull();
  });
});

describe('showsAll', () => {
  it.each([
    ['the fitted graph', 0, true],
    ['a graph that was moved over the border', 20, false],
  ])('is asked of %s', (_, by, is) => {
    const graph = { x: -30, y: 0, width: 1600, height: 100 };
    const at = fitViewport(graph, pane);
    expect(showsAll(graph, pane, { ...at, x: at.x + by })).toBe(is);
  });
});

it('tells what a corner of the pane lies on', () => {
  const at = { zoom: 0.5, x: 100, y: 50 };
  expect(areaUnderCorner({ width: 100, height: 50 }, 16, pane, at)).toEqual({
    x: 1200,
    y: 1000,
    width: 200,
    height: 100,
  });
});
