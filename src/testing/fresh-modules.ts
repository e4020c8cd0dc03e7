import { vi } from 'vitest';
import { slowness } from './slowness.ts';
import { inFull } from './test-scale.ts';

// Test files share a process. Resetting the modules keeps module state from leaking between files; only
// packages stay loaded.
vi.resetModules();

// The load may grow while the tests run.
if (!inFull) vi.setConfig({ testTimeout: 10_000 * slowness(), hookTimeout: 20_000 * slowness() });
