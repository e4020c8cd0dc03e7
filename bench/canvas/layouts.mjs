// Layouts of the same graphs: time, crossings, and everything that a picture must not have.
import { table } from '../median.mjs';
import { builtLayout, buildLayouts } from './built.mjs';
import { graphOf } from './graphs.mjs';

/** @typedef {import('../../src/renderer/graph/layout-types.ts').LayoutInput} LayoutInput */
/** @typedef {import('../../src/renderer/graph/layout-types.ts').LayoutResult} LayoutResult */

const sizes = [100, 1000, 5000];
// The best of so many: layouts wait for nothing, so that what is above the best comes from other work on the machine.
const rounds = 15;

export async function layoutTable() {
  await buildLayouts();
  /** @type {typeof import('../../src/renderer/graph/layered/lay-out.ts')} */
  const { layOutLayered, newLayoutCache } = await import(builtLayout('ours'));
  /** @type {typeof import('../../src/renderer/graph/layered/picture-checks.ts')} */
  const { crossingsOf, faultsOf } = await import(builtLayout('checks'));
  /** @type {typeof import('../../src/renderer/graph/layout-input.ts')} */
  const { layoutInput } = await import(builtLayout('input'));
  /** @type {typeof import('../../src/renderer/graph/levels.ts')} */
  const { visibleGraph } = await import(builtLayout('levels'));
  /** @type {{ layOutWithElk: (given: LayoutInput) => Promise<LayoutResult> }} */
  const { layOutWithElk } = await import(builtLayout('elk'));

  const rows = [];
  for (const size of sizes) {
    const shape = graphOf(size);
    const input = layoutInput(visibleGraph(shape, 'all', new Map()));
    const container =
      shape.nodes.find(({ kind, parent }) => kind === 'subgraph' && parent === null)?.id ?? '';
    const folded = layoutInput(visibleGraph(shape, 'all', new Map([[container, true]])));
    for (let round = 0; round < 5; round += 1) layOutLayered(input);

    const ours = await timed(() => layOutLayered(input));
    const cache = newLayoutCache();
    layOutLayered(input, cache);
    // Each time from one picture to the other, with what the cache has of neither fold before.
    const folds = await timed(() => {
      cache.places.clear();
      cache.orders.clear();
      layOutLayered(input, cache);
      const started = performance.now();
      layOutLayered(folded, cache);
      return performance.now() - started;
    });
    const elkRounds = size > 1000 ? 2 : 5;
    await layOutWithElk(layoutInput(visibleGraph(graphOf(60), 'all', new Map())));
    const elk = await timed(() => layOutWithElk(input), elkRounds);
    const ourCrossings = crossingsOf(ours.result);
    const elkCrossings = crossingsOf(elk.result);
    const foldMs = Math.min(...folds.results);
    rows.push([
      `${input.nodes.length} / ${input.edges.length}`,
      elk.ms.toFixed(0),
      ours.ms.toFixed(1),
      (ours.ms / elk.ms).toFixed(3),
      (foldMs / ours.ms).toFixed(2),
      `${ourCrossings} / ${elkCrossings}`,
      `${faultsOf(input, ours.result).length} / ${faultsOf(input, elk.result).length}`,
    ]);
  }
  return table(
    [
      'nodes / edges',
      'elk nested, ms',
      'ours, ms',
      'ratio',
      'fold / all',
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
