// Memory of a process that stores states like the window: run with --expose-gc, prints MB above its start.
import { QueryClient } from '@tanstack/react-query';
import { builtModule } from '../built.mjs';
import { itemsOf, textOf } from './states.mjs';

/** @type {typeof import('../../src/renderer/queries/state-cache.ts')} */
const { packState, latestChunks, evictStates } = await import(builtModule('state', 'packed'));
/** @type {typeof import('../../src/renderer/queries/chunked-text.ts')} */
const { chunkText } = await import(builtModule('state', 'pieces'));

const queryClient = new QueryClient({ defaultOptions: { queries: { gcTime: Infinity } } });
const keyParts = ['server', 'c', 't'];

/** Reads a checkpoint and looks at the next one. @param {number} step @param {string} valuesText */
function view(step, valuesText) {
  const state = /** @type {Parameters<typeof packState>[0]} */ (
    /** @type {unknown} */ ({ checkpointId: `${step}`, valuesText })
  );
  queryClient.setQueryData([...keyParts, step], packState(state, latestChunks(queryClient, keyParts)));
  evictStates(queryClient);
}

/** Each about 1 MB and new in every item. @param {number} step */
const fresh = (step) => textOf(itemsOf(2460).map((item) => ({ ...item, id: `${step}-${item.id}` })));

async function settled() {
  for (let round = 0; round < 4; round += 1) {
    globalThis.gc?.();
    await new Promise((done) => setTimeout(done, 50));
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  return { process: rss / 1e6, heap: (heapUsed + external) / 1e6 };
}

// Warm-up, so that compiled code does not count.
chunkText(fresh(-1), []);
const before = await settled();
const steps = Number(process.argv[2] ?? 500);
for (let step = 0; step < steps; step += 1) {
  view(step, fresh(step));
  if (step % 50 === 0) await settled();
}
const after = await settled();
console.log(JSON.stringify({ process: after.process - before.process, heap: after.heap - before.heap }));
process.exit(0);
