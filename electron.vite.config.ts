import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { minify } from 'rolldown/utils';
import type { HtmlTagDescriptor, Plugin } from 'vite';
import { plainAssertions } from './scripts/lib/package/plain-assertions.mjs';
import { recordPackages } from './scripts/lib/package/record-packages.mjs';

const from = (path: string): string => resolve(import.meta.dirname, path);

/** Chunks that every start loads after the first script. */
const early = new Set(['policy', 'window']);

/** Names in the page what its first script will ask for, so that it is fetched (and compiled) while that one runs. */
function fetchWindowEarly(): Plugin {
  return {
    name: 'fetch-window-early',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const files = Object.values(bundle);
        const chunks = files.filter((file) => file.type === 'chunk' && early.has(file.name));
        const named = (name: RegExp) =>
          files.filter((file) => file.type === 'asset' && name.test(file.fileName));
        return [
          ...chunks.map(({ fileName }) => earlyLink(fileName, { rel: 'modulepreload' })),
          ...named(/\/window-.*\.css$/).map(({ fileName }) =>
            earlyLink(fileName, { rel: 'preload', as: 'style' }),
          ),
          ...named(/\/inter-latin-wght-.*\.woff2$/).map(({ fileName }) =>
            earlyLink(fileName, { rel: 'preload', as: 'font', type: 'font/woff2' }),
          ),
        ];
      },
    },
  };
}

function earlyLink(fileName: string, attrs: Readonly<Record<string, string>>): HtmlTagDescriptor {
  const more = { crossorigin: true, href: `./${fileName}`, nonce: '__CSP_NONCE__' };
  return { tag: 'link', injectTo: 'head', attrs: { ...attrs, ...more } };
}

/** Shortens the names in chunks of packages alone, undici above all: no trace of ours has them. */
function shortenPackageNames(): Plugin {
  return {
    name: 'shorten-package-names',
    async renderChunk(code, { fileName, moduleIds }) {
      const own = moduleIds.filter((id) => !id.startsWith('\0') && !id.includes('/node_modules/'));
      if (own.length > 0) return null;
      const options = {
        module: true,
        compress: false,
        mangle: { keepNames: { function: false, class: true } },
      };
      return { code: (await minify(fileName, code, options)).code, map: null };
    },
  };
}

const recordWindow = recordPackages('renderer');

/** In our own sources of the window, zod's `z` has this name: packages use `z` for functions that must be called. */
const pureName = 'schemasAreMadeWithoutEffects';

/**
 * Lets the bundler leave out schemas that the window does not use, although calls make them. So nothing on `z` may have
 * another effect: zod's settings are made by a function of their own (page-policy.ts).
 */
function leaveOutUnusedSchemas(): Plugin {
  return {
    name: 'leave-out-unused-schemas',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(from('src')) || !/^import .*\bz\b.* from 'zod(\/mini)?';$/m.test(code)) return null;
      const renamed = code
        .replace(/^import \{ z \} from 'zod';$/m, `import { z as ${pureName} } from 'zod';`)
        .replace(/^import \* as z from 'zod\/mini';$/m, `import * as ${pureName} from 'zod/mini';`)
        .replaceAll(/(?<![.\w$])z(?=\s*\.)/g, pureName);
      return { code: renamed, map: null };
    },
  };
}

export default defineConfig({
  main: {
    plugins: [recordPackages('main')(), plainAssertions(), shortenPackageNames()],
    build: {
      outDir: from('out/main'),
      // The same output also runs on Node 20, where Electron's own runtime can't be had.
      target: 'node20',
      // A package has no `node_modules` beside its program; and finding a hundred files takes longer than everything
      // else that a start loads.
      externalizeDeps: {
        exclude: [
          '@cfworker/json-schema',
          'zod',
          'undici',
          'croner',
          'cronstrue',
          'yauzl',
          'yazl',
          'openid-client',
          'oauth4webapi',
          'jose',
        ],
      },
      rolldownOptions: {
        input: from('src/main/index.ts'),
        // Without comments, white space and what is never run, a fifth of the package is saved. Names stay, for the traces in bug reports.
        output: { minify: { mangle: false, compress: true } },
      },
    },
  },
  preload: {
    plugins: [recordPackages('preload')()],
    build: {
      outDir: from('out/preload'),
      // A sandboxed preload is one CommonJS file that can require nothing but Electron's few modules.
      externalizeDeps: false,
      rolldownOptions: {
        input: from('src/preload/index.ts'),
        external: ['electron'],
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: from('src/renderer'),
    // Both hosts put a fresh nonce in the place of this word each time they serve the page.
    html: { cspNonce: '__CSP_NONCE__' },
    plugins: [
      react({ jsxImportSource: '#jsx' }),
      leaveOutUnusedSchemas(),
      fetchWindowEarly(),
      recordWindow(),
    ],
    worker: { format: 'es', plugins: () => [recordWindow()] },
    build: {
      outDir: from('out/renderer'),
      target: 'chrome120',
      minify: 'oxc',
      // The content security policy allows neither data: fonts nor inline scripts (row E-4).
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      chunkSizeWarningLimit: 2000,
      rolldownOptions: {
        input: from('src/renderer/index.html'),
        treeshake: { manualPureFunctions: [pureName] },
        // Few files, by when they are needed: a request for each shared piece costs more.
        output: {
          codeSplitting: {
            groups: [
              { name: 'first', test: /renderer\/main\.ts$/, priority: 3 },
              // In a file of its own, it runs before all schemas of the window are made.
              {
                name: 'policy',
                test: /renderer\/page-policy\.ts$|zod\/v4\/(core\/(schemas|api|checks|memoizer)|mini\/\w+)\.js$/,
                priority: 2.5,
              },
              // Only imported by modules of the initial bundle, for schemas that are left out.
              {
                name: 'schemas',
                test: /zod\/v4\/classic\/|shared\/model\/thread\.ts$/,
                priority: 2.2,
              },
              { name: 'window', test: /renderer\/app\/bootstrap\.tsx$/, priority: 2 },
              // React Flow and what draws the graph: fetched while the window is rendered, in whose place the splash is.
              { name: 'canvas', test: /renderer\/graph\/GraphPane\.tsx$/, priority: 1.8 },
              // The panes that a window has at first, and then all other views and dialogs.
              {
                name: 'panes',
                test: /renderer\/(app\/panes\/(DockPane|InspectorPane|StorySection)|threads\/ThreadList)\.tsx$|renderer\/run-state\/report-record\.ts$/,
                priority: 1.5,
              },
              // What the JSON editor and the documentation share.
              { name: 'lezer', test: /@lezer\/(common|highlight)\//, priority: 1.3 },
              {
                name: 'documentation',
                test: /renderer\/documentation\/DocumentationDrawer\.tsx$/,
                priority: 1.2,
              },
              {
                name: 'beside',
                test: /renderer\/(?!ui\/)[^/]+\/.*\.tsx$|shared\/call-permissions\.ts$/,
                priority: 1,
              },
            ],
          },
        },
      },
    },
  },
});
