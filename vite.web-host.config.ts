import { resolve } from 'node:path';
import { defineConfig } from 'vite';

/** The web host as one Node program: our own source in one file, packages from node_modules. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: resolve(import.meta.dirname, 'src/web-host/index.ts'),
    outDir: 'out/web-host',
    target: 'node20',
    emptyOutDir: true,
    reportCompressedSize: false,
    rolldownOptions: { output: { entryFileNames: 'index.js', codeSplitting: false } },
  },
});
