// The studio's code for states, built from source: modules for Node, and a page for Chromium.
import { buildModules, buildPages, builtModule } from '../built.mjs';

const parts = {
  json: 'packages/exact-json/src/index.ts',
  pieces: 'src/renderer/queries/chunked-text.ts',
  packed: 'src/renderer/queries/state-cache.ts',
};

/**
 * @typedef {typeof import('exact-json') &
 *   typeof import('../../src/renderer/queries/chunked-text.ts')} StateParts
 */

/** All exports of these modules in one object. @returns {Promise<StateParts>} */
export async function builtParts() {
  await buildModules('state', parts);
  const modules = await Promise.all(Object.keys(parts).map((name) => import(builtModule('state', name))));
  return Object.assign({}, ...modules);
}

/** Builds the page with the studio's state tree and returns its folder. */
export const buildPage = () => buildPages('state');
