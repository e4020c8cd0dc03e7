import { expect, it } from 'vitest';
import { isMiniMapObstructing } from './minimap-placement.ts';

const pane = { width: 800, height: 600 };
const graph = { x: 0, y: 0, width: 800, height: 600 };
const inCorner = { box: { x: 700, y: 550, width: 90, height: 38 } };
const elsewhere = { box: { x: 100, y: 100, width: 90, height: 38 } };
const asItIs = { x: 0, y: 0, zoom: 1 };

it.each([
  ['over a node, with all in view', [elsewhere, inCorner], asItIs, true],
  ['over a free corner', [elsewhere], asItIs, false],
  ['over a node, with a part in view', [elsewhere, inCorner], { x: -50, y: 0, zoom: 1 }, false],
  ['beside what a smaller picture holds', [elsewhere, inCorner], { x: 0, y: 0, zoom: 0.5 }, false],
])('knows the map %s', (_, nodes, at, is) => {
  expect(isMiniMapObstructing(nodes, graph, pane, at)).toBe(is);
});
