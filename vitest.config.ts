import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { slowness } from './src/testing/slowness.ts';
import { UnitOrder } from './scripts/lib/unit-order.mjs';

// From Node 25 on, Node has a global `localStorage` of its own, which hides the test DOM's and is undefined without a file.
// Node 20 does not know the switch.
const noWebStorage = '--no-experimental-webstorage';
const execArgv = process.allowedNodeEnvironmentFlags.has(noWebStorage) ? [noWebStorage] : [];

/** See `src/testing/test-scale.ts`. */
const inFull = process.env['TEST_FULL'] === '1';

export default defineConfig({
  plugins: [react({ jsxImportSource: '#jsx' })],
  resolve: {
    alias: {
      // The real package starts a download when it is required under plain Node.
      electron: new URL('./src/testing/no-electron.ts', import.meta.url).pathname,
    },
  },
  test: {
    pool: 'forks',
    // Three more than processors: tests of servers wait on sockets a good part of their time.
    maxWorkers: availableParallelism() + 3,
    // A sweep in full takes its time. The others have none to lose: what needs longer waits for something real, and says so.
    testTimeout: inFull ? 300_000 : 20_000 * slowness(),
    // Hooks start servers.
    hookTimeout: 40_000 * slowness(),
    expect: { poll: { timeout: 10_000 * slowness() } },
    sequence: {
      // A shuffle that was asked for has an order of its own.
      sequencer: process.argv.some((word) => word.startsWith('--sequence.shuffle')) ? undefined : UnitOrder,
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['src/**/*.test.ts', 'packages/**/*.test.ts', 'scripts/**/*.test.ts'],
          // They need Python, or Go: `npm run test:servers`.
          exclude: ['**/*.{python-server,phoenix,otel-collector,oauth2-proxy,file-servers}.test.ts'],
          // One process runs many files, each with modules of its own, so that packages are loaded once.
          isolate: false,
          globalSetup: ['scripts/lib/unit-setup.mjs', 'src/testing/start-shared-servers.ts'],
          setupFiles: ['src/testing/fresh-modules.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'happy-dom',
          execArgv,
          include: ['src/**/*.test.tsx'],
          isolate: false,
          setupFiles: [
            'src/testing/fresh-modules.ts',
            'src/testing/fresh-window.ts',
            'src/testing/renderer/rtl-timeouts.ts',
            'src/testing/renderer/without-owner-stacks.ts',
          ],
        },
      },
    ],
  },
});
