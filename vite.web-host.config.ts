import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { recordPackages } from './scripts/lib/package/record-packages.mjs';

/**
 * The web host as one Node program: our own source with the packages that every start loads, whose many small files take longer to find
 * and to read than to run. What is loaded later has chunks of its own, and its packages (undici, OpenTelemetry) stay in node_modules:
 * one file for all would import those packages at every start.
 */
export default defineConfig({
  plugins: [recordPackages('web-host')()],
  publicDir: false,
  ssr: {
    noExternal: [
      'zod',
      'ws',
      'p-limit',
      'yocto-queue',
      'tinyqueue',
      'minisearch',
      '@cfworker/json-schema',
      'croner',
      'cronstrue',
    ],
  },
  build: {
    ssr: resolve(import.meta.dirname, 'src/web-host/index.ts'),
    outDir: 'out/web-host',
    target: 'node20',
    emptyOutDir: true,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        entryFileNames: 'index.js',
        chunkFileNames: '[name]-[hash].js',
        // Node reads less. Names stay, for the traces in bug reports.
        minify: { mangle: false, compress: true },
      },
    },
  },
});
