import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { recordPackages } from './scripts/lib/package/record-packages.mjs';

/**
 * The web host as one Node program: our own source in one file, with the packages that every start loads, whose many small
 * files take longer to find and to read than to run. What is loaded later (undici) stays in node_modules.
 */
export default defineConfig({
  plugins: [recordPackages('web-host')()],
  publicDir: false,
  ssr: { noExternal: ['zod', 'ws', 'p-limit', 'yocto-queue', 'tinyqueue', 'minisearch'] },
  build: {
    ssr: resolve(import.meta.dirname, 'src/web-host/index.ts'),
    outDir: 'out/web-host',
    target: 'node20',
    emptyOutDir: true,
    reportCompressedSize: false,
    rolldownOptions: { output: { entryFileNames: 'index.js', codeSplitting: false } },
  },
});
