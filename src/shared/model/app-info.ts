import { z } from 'zod';

/** What keeps saved keys on this machine, told truthfully (row E-20). */
export const SecretStorage = z.strictObject({
  /**
   * `system`: the operating system's key store. `weak`: encrypted with a key that anyone can know. `none`: nothing.
   * `locked`: not known now, because it was not asked yet, has not answered, or refuses.
   */
  kind: z.enum(['system', 'weak', 'none', 'locked']),
  /** One sentence for the dialog that asks where to keep a key. */
  sentence: z.string(),
});
export type SecretStorage = z.infer<typeof SecretStorage>;

/** Which program this window talks to. */
export const AppInfo = z.strictObject({
  version: z.string(),
  host: z.enum(['electron', 'web']),
  platform: z.string(),
  /** What is known without asking the key store. */
  secretStorage: SecretStorage,
});
export type AppInfo = z.infer<typeof AppInfo>;
