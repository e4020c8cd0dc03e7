// The studio's code for states, built from source: modules for Node, and a page for Chromium.
import { buildModules, buildPages, builtModule } from '../built.mjs';

const parts = {
  outline: 'packages/exact-json/src/structural-index/structural-index.ts',
  search: 'packages/exact-json/src/structural-index/search.ts',
  diff: 'packages/exact-json/src/diff/diff.ts',
  numbers: 'packages/exact-json/src/numbers/unsafe-numbers.ts',
  splice: 'packages/exact-json/src/structural-index/index-update.ts',
  edit: 'packages/exact-json/src/edit/apply-edit.ts',
  pieces: 'src/renderer/queries/chunked-text.ts',
  packed: 'src/renderer/queries/state-cache.ts',
};

/**
 * @typedef {typeof import('exact-json') &
 *   typeof import('exact-json') & typeof import('exact-json') &
 *   typeof import('exact-json') &
 *   typeof import('exact-json') &
 *   typeof import('exact-json') & typeof import('../../src/renderer/queries/chunked-text.ts')} StateParts
 */

/** All exports of these modules in one object. @returns {Promise<StateParts>} */
export async function builtParts() {
  await buildModules('state', parts);
  const modules = await Promise.all(Object.keys(parts).map((name) => import(builtModule('state', name))));
  return Object.assign({}, ...modules);
}

/** Builds the page with the studio's state tree and returns its folder. */
export const buildPage = () => buildPages('state');
