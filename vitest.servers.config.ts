import { defineConfig } from 'vitest/config';
import unit from './vitest.config.ts';
import { suitesOfServer } from './scripts/lib/server-suites.mjs';

const { projects: _, ...settings } = unit.test ?? {};

const server = process.env['GRAPH_SERVER'] ?? 'python';
const { include, exclude } = suitesOfServer(server);
const isAegra = server === 'aegra';

/** The suites that run on other servers, of which `GRAPH_SERVER` names one: `npm run test:servers`. */
export default defineConfig({
  ...unit,
  test: {
    ...settings,
    environment: 'node',
    include,
    exclude: [...(settings.exclude ?? []), ...exclude],
    isolate: false,
    // A start of Aegra takes some 10 s of a processor, and most files start one.
    ...(isAegra ? { hookTimeout: 240_000, maxWorkers: 1 } : {}),
    globalSetup: [
      ...(isAegra ? ['src/testing/aegra/share-postgres.ts'] : []),
      'src/testing/start-shared-servers.ts',
    ],
    setupFiles: ['src/testing/fresh-modules.ts', 'src/testing/real-server/expect-differences.ts'],
  },
});
