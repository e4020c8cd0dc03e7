import { describe, expect, it } from 'vitest';
import {
  anchorViewport,
  centerOn,
  fitViewport,
  legibleZoom,
  nameSizeAt,
  overviewBelowZoom,
  overviewStrokeWidth,
  overviewViewport,
  revealBox,
  showsAll,
} from './viewport.ts';

const pane = { width: 816, height: 616 };

const shrunk = pane.width - 16;

describe('fitViewport', () => {
  it.each([
    ['a small graph, at its own size', { width: 200, height: 100 }, { zoom: 1, x: 308, y: 258 }],
    ['a graph that is still legible', { width: shrunk / 0.9, height: 100 }, { zoom: 0.9, x: 8, y: 263 }],
    ['nothing', { width: 0, height: 0 }, { zoom: 1, x: 408, y: 308 }],
  ])('shows %s', (_, graph, viewport) => {
    const fitted = fitViewport({ x: 0, y: 0, ...graph }, pane, null);
    expect(fitted.zoom).toBeCloseTo(viewport.zoom);
    expect(fitted.x).toBeCloseTo(viewport.x);
    expect(fitted.y).toBeCloseTo(viewport.y);
  });

  const large = { x: 0, y: 0, width: 3000, height: 400 };
  it.each([
    ['its start', { x: 0, y: 180, width: 76, height: 28 }, 8],
    ['its middle', { x: 1462, y: 180, width: 76, height: 28 }, 408 - 1500 * legibleZoom],
    ['its end', { x: 2924, y: 180, width: 76, height: 28 }, 816 - 8 - 3000 * legibleZoom],
  ])('does not shrink a large graph below legible text, and shows %s', (_, focus, x) => {
    const fitted = fitViewport(large, pane, focus);
    expect(fitted.zoom).toBe(legibleZoom);
    expect(fitted.x).toBeCloseTo(x);
    // On the other axis it fits, and is centred.
    expect(fitted.y).toBeCloseTo((616 - 400 * legibleZoom) / 2);
  });

  it('shows a large graph whole where that is asked for', () => {
    const wide = { x: 0, y: 0, width: 1600, height: 100 };
    expect(showsAll(wide, pane, fitViewport(wide, pane, null))).toBe(false);
    expect(showsAll(wide, pane, fitViewport(wide, pane, null, overviewBelowZoom))).toBe(true);
  });
});

describe('overviewViewport', () => {
  it('shows the whole graph', () => {
    const graph = { x: 0, y: 0, width: 1600, height: 100 };
    expect(overviewViewport(graph, pane)).toEqual({ zoom: 0.5, x: 8, y: 283 });
  });

  it('zooms out no further than the canvas can', () => {
    expect(overviewViewport({ x: 0, y: 0, width: 1_000_000, height: 10 }, pane).zoom).toBe(0.02);
  });
});

describe('legible text', () => {
  it('is at least 11 px on screen wherever names are drawn', () => {
    expect(nameSizeAt(1)).toBeNull();
    expect(13 * legibleZoom).toBeCloseTo(11);
    for (let zoom = legibleZoom - 0.001; zoom >= overviewBelowZoom; zoom -= 0.007) {
      const screenSize = (nameSizeAt(zoom) ?? 0) * zoom;
      expect(screenSize).toBeGreaterThanOrEqual(11);
      expect(screenSize).toBeLessThan(14);
    }
  });

  it('is what centring a node comes to, also after the user zoomed out', () => {
    const box = { x: 500, y: 500, width: 100, height: 42 };
    expect(centerOn(box, pane, 0.1).zoom).toBe(legibleZoom);
    expect(centerOn(box, pane, 0.9).zoom).toBe(0.9);
    // Of a container that is larger than the pane, the title is in view.
    const { x, y } = centerOn({ x: 500, y: 500, width: 3000, height: 2000 }, pane, 0.1);
    expect([x + 500 * legibleZoom, y + 500 * legibleZoom]).toEqual([24, 24]);
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
    const screenWidth = (overviewStrokeWidth(zoom) ?? 0) * zoom;
    expect(screenWidth).toBeGreaterThanOrEqual(1);
    expect(screenWidth).toBeLessThan(2);
  });

  it('leaves lines as they are where nodes can be read', () => {
    expect(overviewStrokeWidth(overviewBelowZoom)).toBeNull();
  });
});

describe('showsAll', () => {
  it.each([
    ['the fitted graph', 0, true],
    ['a graph that was moved over the border', 20, false],
  ])('is asked of %s', (_, by, is) => {
    const graph = { x: -30, y: 0, width: 1600, height: 100 };
    const at = overviewViewport(graph, pane);
    expect(showsAll(graph, pane, { ...at, x: at.x + by })).toBe(is);
  });
});
