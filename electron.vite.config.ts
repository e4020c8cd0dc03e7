import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

const from = (path: string): string => resolve(import.meta.dirname, path);

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
    plugins: [react()],
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
      rolldownOptions: { input: from('src/renderer/index.html') },
    },
  },
});
