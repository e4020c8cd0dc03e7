import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { recordPackages } from './scripts/lib/package/record-packages.mjs';

/**
 * The command line with everything that it needs, in chunks that each command loads as it goes: an installation of the npm
 * package needs no other package.
 */
export default defineConfig({
  plugins: [recordPackages('cli')()],
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: resolve(import.meta.dirname, 'src/cli/index.ts'),
    outDir: 'out/cli',
    target: 'node20',
    emptyOutDir: true,
    reportCompressedSize: false,
    rolldownOptions: {
      output: { entryFileNames: 'index.js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
