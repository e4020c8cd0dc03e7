import fc from 'fast-check';
import type { LayoutEdge, LayoutInput, LayoutNode } from '../../renderer/graph/model/layout-types.ts';

/** Graphs with cycles, self-loops, parallel edges, nested containers and disconnected parts. */
export function randomLayoutInput(maxNodes = 40): fc.Arbitrary<LayoutInput> {
  return fc
    .record({
      parents: fc.array(fc.nat(200), { minLength: 1, maxLength: maxNodes }),
      nested: fc.double({ min: 0, max: 0.7, noNaN: true }),
      ends: fc.array(fc.tuple(fc.nat(200), fc.nat(200), fc.integer({ min: 0, max: 3 })), {
        maxLength: 2 * maxNodes,
      }),
      direction: fc.constantFrom('down' as const, 'right' as const),
    })
    .map(({ parents, nested, ends, direction }) => {
      const count = parents.length;
      const parentAt = parents.map((choice, index) =>
        index > 0 && (choice % 100) / 100 < nested ? `n${choice % index}` : null,
      );
      const used = new Set(parentAt);
      const nodes = parentAt.map((parent, index): LayoutNode => ({
        id: `n${index}`,
        parent,
        container: used.has(`n${index}`),
        width: 60 + (((parents[index] ?? 0) * 37) % 200),
        height: 28 + (((parents[index] ?? 0) * 13) % 40),
        ...(used.has(`n${index}`) ? { title: 40 + (((parents[index] ?? 0) * 29) % 240) } : {}),
      }));
      const edges = ends.map(([source, target, label], index): LayoutEdge => ({
        id: `e${index}`,
        source: `n${source % count}`,
        target: `n${target % count}`,
        label: label === 0 ? { width: 30 + ((source * 17) % 120), height: 18 } : null,
      }));
      return { direction, nodes, edges };
    });
}
