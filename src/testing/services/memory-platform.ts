import type { ChildHandle, ChildOptions, Platform } from '../../services/common/platform.ts';
import { createLocalPlatform } from './local-platform.ts';
import { createMemoryVault, type MemoryVault } from './memory-vault.ts';

/**
 * A platform for tests of the whole back end: real files in a temporary folder, real child processes, a vault
 * in memory.
 */
export interface MemoryPlatform extends Platform {
  readonly vault: MemoryVault;
  /** Addresses opened in the system's browser. */
  readonly openedLinks: readonly string[];
  /** Logged messages, as `level message`. */
  readonly logged: readonly string[];
  /** Removes the data folder. */
  dispose(): Promise<void>;
}

/** `startChild` replaces how child processes are started. */
export async function createMemoryPlatform(
  startChild?: (options: ChildOptions) => ChildHandle,
): Promise<MemoryPlatform> {
  const local = await createLocalPlatform(startChild);
  const openedLinks: string[] = [];
  return {
    ...local,
    vault: createMemoryVault(),
    openedLinks,
    openExternal: async (url) => void openedLinks.push(url),
  };
}
