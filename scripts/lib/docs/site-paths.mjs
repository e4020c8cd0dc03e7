import { inRoot } from '../paths.mjs';

/** Where the built site is. */
export const outDir = inRoot('out', 'docs');

/** What VitePress keeps between builds. */
export const siteCache = inRoot('.cache', 'docs-site');
