import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';

const from = (path: string): string => resolve(import.meta.dirname, path);

/** Names the window's code in the page, so that it is fetched and compiled while the page's first script runs. */
function fetchWindowEarly(): Plugin {
  return {
    name: 'fetch-window-early',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter(
          (file) => file.type === 'chunk' && file.name === 'window',
        );
        return chunks.map(({ fileName }) => ({
          tag: 'link',
          injectTo: 'head',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `./${fileName}`, nonce: '__CSP_NONCE__' },
        }));
      },
    },
  };
}

export default defineConfig({
  main: {
    build: {
      outDir: from('out/main'),
      // The same output also runs on Node 20, where Electron's own runtime can't be had.
      target: 'node20',
      rolldownOptions: { input: from('src/main/index.ts') },
    },
  },
  preload: {
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
    plugins: [react(), fetchWindowEarly()],
    worker: { format: 'es' },
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
        // One file for the first picture and one for what stands beside it: a request for each shared piece costs more.
        output: {
          codeSplitting: {
            groups: [
              { name: 'first', test: /renderer\/main\.ts$/, priority: 3 },
              { name: 'window', test: /renderer\/app\/start\.tsx$/, priority: 2 },
              { name: 'beside', test: /renderer\/(?!ui\/)[^/]+\/.*\.tsx$/, priority: 1 },
            ],
          },
        },
      },
    },
  },
});
