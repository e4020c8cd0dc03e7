import { z } from 'zod';

/** What checks name a key by. */
export const CheckKeyName = z.string().regex(/^[\w.-]{1,80}$/);

/**
 * A value of a header that checks name and never contain. It is sent to the origin that it was entered for, and to no other, so
 * that an input file of somebody else can't send it anywhere else. `last4: null`: it is too short, or can't be read now.
 */
export const CheckKey = z.strictObject({
  origin: z.string(),
  name: CheckKeyName,
  last4: z.string().nullable(),
});
export type CheckKey = z.infer<typeof CheckKey>;

export const CheckKeyDraft = z.strictObject({
  origin: z.string().max(2048),
  name: CheckKeyName,
  value: z.string().min(1).max(8192),
  storage: z.enum(['session', 'sealed', 'plain']),
});
export type CheckKeyDraft = z.infer<typeof CheckKeyDraft>;
