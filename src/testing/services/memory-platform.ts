import type { ChildHandle, ChildOptions, Platform } from '../../services/common/platform.ts';
import { createLocalPlatform } from './local-platform.ts';
import { createMemoryVault, type MemoryVault } from './memory-vault.ts';

/** A platform for tests of the whole back end: real files in a folder of its own, real children, a vault in memory. */
export interface MemoryPlatform extends Platform {
  readonly vault: MemoryVault;
  /** Addresses that were handed to the system's browser. */
  readonly openedLinks: readonly string[];
  /** What was logged, as `level message`. */
  readonly logged: readonly string[];
  /** Removes the data folder. */
  dispose(): Promise<void>;
}

/** `startChild` replaces the way to start a child. */
export async function createMemoryPlatform(
  startChild?: (options: ChildOptions) => ChildHandle,
): Promise<MemoryPlatform> {
  const local = await createLocalPlatform(startChild);
  const openedLinks: string[] = [];
  return {
    ...local,
    vault: createMemoryVault(),
    openedLinks,
    openLink: async (url) => void openedLinks.push(url),
  };
}
