import { join } from 'node:path';
import { build } from 'vite';

/** Bundles the source of a program, which imports our modules by absolute paths, for a process of its own. Returns its path. */
export async function bundleProgram(source: string, outDir: string): Promise<string> {
  const entry = 'virtual:program';
  await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      ssr: true,
      target: 'node20',
      outDir,
      rollupOptions: { input: entry, output: { entryFileNames: 'program.mjs' } },
    },
    ssr: { noExternal: true },
    plugins: [
      {
        name: 'program',
        resolveId: (id: string) => (id === entry ? `\0${entry}` : null),
        load: (id: string) => (id === `\0${entry}` ? source : null),
      },
    ],
  });
  return join(outDir, 'program.mjs');
}
