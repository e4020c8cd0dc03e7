// The canvas and its layouts, built from source: modules for Node, and a page for Chromium.
import { buildModules, buildPages, builtModule } from '../built.mjs';
import { serveFolder } from '../serve-folder.mjs';

const graph = 'src/renderer/graph';
const parts = {
  ours: `${graph}/layout/layout-graph.ts`,
  kept: `${graph}/layout/layout-cache.ts`,
  checks: 'src/testing/renderer/layout-assertions.ts',
  input: `${graph}/layout/layout-input.ts`,
  levels: `${graph}/model/visible-graph.ts`,
  elk: 'bench/canvas/elk-peer.ts',
};

/** Builds what lays graphs out, ours and elk's, and counts what is wrong with a picture. */
export const buildLayouts = () => buildModules('canvas', parts);

/** @param {keyof typeof parts} name */
export const builtLayout = (name) => builtModule('canvas', name);

/** Builds the page and serves it. */
export const servePage = async () => serveFolder(await buildPages('canvas'));
