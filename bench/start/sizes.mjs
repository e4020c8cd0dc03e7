// The size of the built studio. File names end with what they are: `window-Ab12.js`.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { initialBundleFiles } from '../../scripts/lib/bundle-budget.mjs';
import { inRoot } from '../../scripts/lib/paths.mjs';

const parts = [
  { what: 'the page, its first script and its style', files: /^(index\.html|assets\/first-.*\.(js|css))$/ },
  { what: 'the canvas, loaded at once', files: /^assets\/canvas-.*\.js$/ },
  { what: 'the other panes', files: /^assets\/(panes|schemas)-.*\.js$/ },
  { what: 'views and dialogs, later', files: /^assets\/beside-.*\.js$/ },
  { what: 'the JSON editor, when one is shown', files: /^assets\/CodeMirrorJson-.*\.js$/ },
  { what: 'workers', files: /^assets\/.*\.worker-.*\.js$/ },
  { what: 'fonts, of which a page loads those of its letters', files: /\.woff2$/ },
  { what: 'all of the window', files: /./ },
];

export function sizeRows() {
  const host = [
    [
      'the program under Electron',
      ...sizesOf([inRoot('out/main/index.js'), inRoot('out/preload/index.cjs')]),
    ],
    ['the web host', ...sizesOf([inRoot('out/web-host/index.js')])],
  ];
  const folder = inRoot('out/renderer');
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.\w+$/.test(name),
  );
  const first = initialBundleFiles(folder).map((name) => join(folder, name));
  return [
    ['the initial bundle (goal: <= 200)', ...sizesOf(first)],
    ...parts.map(({ what, files }) => [
      what,
      ...sizesOf(all.filter((name) => files.test(name)).map((name) => join(folder, name))),
    ]),
    ...host,
  ];
}

/** @param {string[]} paths */
function sizesOf(paths) {
  const kilobytes = (/** @type {(bytes: Buffer) => number} */ size) =>
    (paths.reduce((sum, path) => sum + size(readFileSync(path)), 0) / 1000).toFixed(0);
  return [kilobytes((bytes) => bytes.length), kilobytes((bytes) => gzipSync(bytes).length)];
}
