import { defineConfig } from 'vitest/config';
import unit from './vitest.config.ts';
import { jsOnlySuites, serverSuites } from './scripts/lib/server-suites.mjs';

const { projects: _, ...settings } = unit.test ?? {};

/** The suites that also run on the official Python server: `npm run test:servers`. */
export default defineConfig({
  ...unit,
  test: {
    ...settings,
    environment: 'node',
    include: [...serverSuites],
    exclude: [...(settings.exclude ?? []), ...jsOnlySuites],
    isolate: false,
    globalSetup: ['src/testing/start-shared-servers.ts'],
    setupFiles: ['src/testing/fresh-modules.ts', 'src/testing/real-server/expect-differences.ts'],
  },
});
