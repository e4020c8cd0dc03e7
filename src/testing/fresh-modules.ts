import { vi } from 'vitest';

// Test files share a process. Resetting the modules keeps module state from leaking between files; only
// packages stay loaded.
vi.resetModules();
