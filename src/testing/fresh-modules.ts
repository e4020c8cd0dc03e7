import { vi } from 'vitest';

// Test files share a process. Each starts with modules of its own all the same, so that no state of a module passes from
// one file to another; only the packages stay loaded.
vi.resetModules();
