import { defineConfig } from 'vitest/config';
import unit from './vitest.config.ts';

const { projects: _, ...settings } = unit.test ?? {};

/** The suites at real receivers of traces and recordings: `npm run test:servers -- --server phoenix --server otel-collector --server file-servers`. */
export default defineConfig({
  ...unit,
  test: {
    ...settings,
    environment: 'node',
    include: ['src/**/*.{phoenix,otel-collector,oauth2-proxy,file-servers}.test.ts'],
    globalSetup: ['scripts/lib/unit-setup.mjs', 'src/testing/start-shared-servers.ts'],
    setupFiles: ['src/testing/fresh-modules.ts'],
  },
});
