import { z } from 'zod';

/**
 * How keys are stored on this machine, and what protects them.
 *
 * - `kind`: `system`: the operating system's key store. `weak`: encrypted with a publicly known key. `none`: nothing. `locked`:
 *   unknown, because it was not asked yet, does not respond, or refuses.
 */
export const SecretStorage = z.strictObject({
  kind: z.enum(['system', 'weak', 'none', 'locked']),
  sentence: z.string(),
});
export type SecretStorage = z.infer<typeof SecretStorage>;

export const AppInfo = z.strictObject({
  version: z.string(),
  host: z.enum(['electron', 'web']),
  platform: z.string(),
  /** Nobody has worked with the data folder yet. */
  isNew: z.boolean(),
  /** What is known without asking the key store. */
  secretStorage: SecretStorage,
});
export type AppInfo = z.infer<typeof AppInfo>;
