import { chmod, copyFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'vite';

const here = import.meta.dirname;

/**
 * The folder of the built double; `electron-double` in it is the executable. Each worker of the specs has its
 * own, so that none rebuilds what another one runs.
 */
export const doubleFolder = resolve(
  here,
  '../../../out/e2e/electron-double',
  process.env.TEST_PARALLEL_INDEX ?? '0',
);

/** Builds the double: its Node part as ES modules, its page part as one script. */
export async function buildDouble() {
  const common = /** @type {const} */ ({ configFile: false, publicDir: false, logLevel: 'warn' });
  await build({
    ...common,
    build: {
      ssr: true,
      outDir: doubleFolder,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      rolldownOptions: {
        input: {
          boot: join(here, 'boot.ts'),
          'electron-exports': join(here, 'electron-exports.ts'),
          'module-hooks': join(here, 'module-hooks.ts'),
          'utility-port': join(here, 'utility-port.ts'),
        },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  });
  await build({
    ...common,
    build: {
      outDir: doubleFolder,
      emptyOutDir: false,
      target: 'chrome120',
      minify: false,
      lib: {
        entry: join(here, 'page/index.ts'),
        formats: ['iife'],
        name: 'electronDoublePage',
        fileName: () => 'page.js',
      },
    },
  });
  const executable = join(doubleFolder, 'electron-double');
  await copyFile(join(here, 'electron-double.sh'), executable);
  await chmod(executable, 0o755);
  return executable;
}
