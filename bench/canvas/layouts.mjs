// Layouts of the same graphs: time, crossings and faults.
import { table } from '../median.mjs';
import { builtLayout, buildLayouts } from './built.mjs';
import { graphOf } from './graphs.mjs';

/** @typedef {import('../../src/renderer/graph/model/layout-types.ts').LayoutInput} LayoutInput */
/** @typedef {import('../../src/renderer/graph/model/layout-types.ts').LayoutResult} LayoutResult */

const sizes = [100, 1000, 5000];
// The best of this many rounds: layouts wait for nothing, so the rest is other work on the machine.
const rounds = 15;

export async function layoutTable() {
  await buildLayouts();
  /** @type {typeof import('../../src/renderer/graph/layout/layout-graph.ts')} */
  const { layoutWithCache } = await import(builtLayout('ours'));
  /** @type {typeof import('../../src/renderer/graph/layout/layout-cache.ts')} */
  const { createLayoutCache } = await import(builtLayout('kept'));
  /** @type {typeof import('../../src/testing/renderer/layout-assertions.ts')} */
  const { countEdgeCrossings, layoutFaults } = await import(builtLayout('checks'));
  /** @type {typeof import('../../src/renderer/graph/layout/layout-input.ts')} */
  const { layoutInput } = await import(builtLayout('input'));
  /** @type {typeof import('../../src/renderer/graph/model/visible-graph.ts')} */
  const { visibleGraph } = await import(builtLayout('levels'));
  /** @type {{ layOutWithElk: (given: LayoutInput) => Promise<LayoutResult> }} */
  const { layOutWithElk } = await import(builtLayout('elk'));

  /** From one picture to another one, which the cache never had before. */
  const minAfter = (/** @type {LayoutInput} */ before, /** @type {LayoutInput} */ after) => {
    let min = Infinity;
    for (let round = 0; round < rounds; round += 1) {
      const cache = createLayoutCache();
      layoutWithCache(before, cache);
      const started = performance.now();
      layoutWithCache(after, cache);
      min = Math.min(min, performance.now() - started);
    }
    return min;
  };
  const rows = [];
  for (const size of sizes) {
    const shape = graphOf(size);
    const input = layoutInput(visibleGraph(shape, 'all', new Map()));
    const container =
      shape.nodes.find(({ kind, parent }) => kind === 'subgraph' && parent === null)?.id ?? '';
    const collapsedInput = layoutInput(visibleGraph(shape, 'all', new Map([[container, true]])));
    for (let round = 0; round < 5; round += 1) layoutWithCache(input);

    const ours = await timed(() => layoutWithCache(input));
    const collapse = minAfter(input, collapsedInput);
    const expand = minAfter(collapsedInput, input);
    const elkRounds = size > 1000 ? 2 : 5;
    await layOutWithElk(layoutInput(visibleGraph(graphOf(60), 'all', new Map())));
    const elk = await timed(() => layOutWithElk(input), elkRounds);
    const ourCrossings = countEdgeCrossings(ours.result);
    const elkCrossings = countEdgeCrossings(elk.result);
    rows.push([
      `${input.nodes.length} / ${input.edges.length}`,
      elk.ms.toFixed(0),
      ours.ms.toFixed(1),
      (ours.ms / elk.ms).toFixed(3),
      `${(collapse / ours.ms).toFixed(2)} / ${(expand / ours.ms).toFixed(2)}`,
      `${ourCrossings} / ${elkCrossings}`,
      `${layoutFaults(input, ours.result).length} / ${layoutFaults(input, elk.result).length}`,
    ]);
  }
  return table(
    [
      'nodes / edges',
      'elk nested, ms',
      'ours, ms',
      'ratio',
      'collapse, expand / all',
      'crossings, ours / elk',
      'faults, ours / elk',
    ],
    rows,
  );
}

/**
 * @template T
 * @param {() => T | Promise<T>} act @param {number} [times]
 */
async function timed(act, times = rounds) {
  /** @type {number[]} */ const all = [];
  /** @type {T[]} */ const results = [];
  for (let round = 0; round < times; round += 1) {
    const started = performance.now();
    results.push(await act());
    all.push(performance.now() - started);
  }
  return { ms: Math.min(...all), results, result: /** @type {T} */ (results[0]) };
}
