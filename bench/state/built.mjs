// What the studio does with states, built from its sources: modules for Node, and a page for Chromium.
import { buildModules, buildPages, builtModule } from '../built.mjs';

const parts = {
  outline: 'src/exact-json/outline.ts',
  search: 'src/exact-json/search.ts',
  diff: 'src/exact-json/diff.ts',
  numbers: 'src/exact-json/risky-numbers.ts',
  splice: 'src/exact-json/outline-splice.ts',
  edit: 'src/exact-json/json-edit.ts',
  pieces: 'src/renderer/client/pieced-text.ts',
  packed: 'src/renderer/client/packed-states.ts',
};

/** Everything that these modules export, in one object. */
export async function builtParts() {
  await buildModules('state', parts);
  const modules = await Promise.all(Object.keys(parts).map((name) => import(builtModule('state', name))));
  return Object.assign({}, ...modules);
}

/** Builds the page with the studio's own tree of a state, as it is shipped, and gives its folder. */
export const buildPage = () => buildPages('state');
