import { describe, expect, it } from 'vitest';
import type { Box } from '../model/layout-types.ts';
import { freeCorner, type Corner } from './free-corner.ts';
import type { Scene } from './scene.ts';

const pane = { width: 600, height: 400 };
const size = { width: 130, height: 80 };
const corners: readonly Corner[] = ['bottom right', 'top right', 'top left'];
const still = { x: 0, y: 0, zoom: 1 };

describe('the corner of the minimap', () => {
  it('is the bottom right one where that is free, or has only the inside of an open subgraph', () => {
    expect(
      freeCorner(sceneOf([{ x: 200, y: 100, width: 120, height: 40 }]), still, pane, size, 12, corners),
    ).toBe('bottom right');
    const open = sceneOf([{ x: 0, y: 0, width: 600, height: 400 }], 'open');
    expect(freeCorner(open, still, pane, size, 12, corners)).toBe('bottom right');
  });

  it('is another one where a node or the label of an edge would be covered', () => {
    const low = { x: 450, y: 330, width: 100, height: 40 };
    const high = { x: 560, y: 20, width: 20, height: 10 };
    expect(freeCorner(sceneOf([low]), still, pane, size, 12, corners)).toBe('top right');
    expect(freeCorner(sceneOf([low], 'node', high), still, pane, size, 12, corners)).toBe('top left');
  });

  it('is another one where a badge of a node, the title of an open subgraph or the note of an edge would be covered', () => {
    const above = sceneOf([{ x: 450, y: 260, width: 100, height: 40 }]);
    expect(freeCorner(above, still, pane, size, 12, corners)).toBe('top right');
    const open = sceneOf([{ x: 300, y: 350, width: 260, height: 300 }], 'open');
    expect(freeCorner(open, still, pane, size, 12, corners)).toBe('top right');
    const box = { x: 500, y: 320, width: 40, height: 18 };
    const note = { edgeId: 'edge', text: '2x', title: '', box };
    const none = sceneOf([]);
    expect(freeCorner(none, still, pane, size, 12, corners, [note])).toBe('top right');
  });

  it('is one of those that are asked for', () => {
    const low = sceneOf([{ x: 0, y: 380, width: 100, height: 20 }]);
    expect(freeCorner(low, still, pane, size, 0, ['bottom left', 'top left'])).toBe('top left');
    expect(freeCorner(low, still, pane, size, 0, ['bottom left'])).toBeNull();
  });

  it('is none where nodes are in all corners, and follows the camera', () => {
    const everywhere = sceneOf([{ x: 0, y: 0, width: 600, height: 400 }]);
    expect(freeCorner(everywhere, still, pane, size, 12, corners)).toBeNull();
    expect(freeCorner(everywhere, { x: -400, y: 0, zoom: 1 }, pane, size, 12, corners)).toBe('bottom right');
    expect(freeCorner(everywhere, { x: 0, y: 0, zoom: 0.5 }, pane, size, 12, corners)).toBe('bottom right');
  });
});

function sceneOf(boxes: readonly Box[], role: 'node' | 'open' = 'node', label: Box | null = null): Scene {
  const nodes = boxes.map((box, index) => ({
    id: `node ${index}`,
    box,
    visible: {
      id: `node ${index}`,
      parent: null,
      role,
      node: {
        id: `node ${index}`,
        label: 'node',
        parent: null,
        kind: 'plain' as const,
        breakBefore: false,
        breakAfter: false,
      },
    },
  }));
  const edge = { id: 'edge', source: 'node 0', target: 'node 0', conditional: false, labels: [] };
  return {
    nodes,
    edges: label === null ? [] : [{ id: 'edge', edge, box: label, route: { points: [], label } }],
    laidOut: { visible: { nodes: [], edges: [] }, direction: 'down', layout: emptyLayout },
  };
}

const emptyLayout = { nodes: new Map(), edges: new Map(), width: 0, height: 0 };
