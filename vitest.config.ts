import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  resolve: {
    alias: {
      // The real package starts a download when it is required under plain Node.
      electron: new URL('./src/testing/no-electron.ts', import.meta.url).pathname,
    },
  },
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // Generous: a machine under load takes its time, and only a failing test waits so long.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'happy-dom',
          include: ['src/**/*.test.tsx'],
          setupFiles: ['src/testing/patient-queries.ts'],
        },
      },
    ],
  },
});
