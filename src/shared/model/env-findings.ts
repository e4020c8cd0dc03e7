import { z } from 'zod';

/** What an environment holds for a connection. Keys stay in the back end; `id` names one for `KeyChange`. */
export const EnvFindings = z.strictObject({
  keys: z.array(z.strictObject({ id: z.uuid(), variable: z.string(), last4: z.string().max(4).nullable() })),
  addresses: z.array(z.strictObject({ variable: z.string(), url: z.string() })),
});
export type EnvFindings = z.infer<typeof EnvFindings>;
