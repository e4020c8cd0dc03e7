import { z } from 'zod';

/** A certificate that a connection trusts beside the usual authorities. `validTo` is ISO 8601. */
export const Authority = z.strictObject({ name: z.string(), validTo: z.string() });
export type Authority = z.infer<typeof Authority>;

/** Whose certificates a connection believes: PEM text of its own authorities, or (`insecure`) anybody's (row C-6). */
export const Trust = z.strictObject({
  caText: z
    .string()
    .max(256 * 1024)
    .nullable(),
  insecure: z.boolean(),
});
export type Trust = z.infer<typeof Trust>;

/** The same, with the certificates named that lie in the text. */
export const TrustView = Trust.extend({ authorities: z.array(Authority) });
export type TrustView = z.infer<typeof TrustView>;

/** What was seen on the way to a server; each part is `null` until it was. */
export const ServerWay = z.strictObject({
  /** The address that answered, for a name may stand for several (row C-11). Of a proxy where there is one. */
  address: z.string().nullable(),
  /** The proxy that requests go through, without its password (row C-7). `null` is none. */
  proxy: z.string().nullable(),
  /** How far the server's clock is ahead of this computer's, in milliseconds (row C-14). */
  skewMs: z.number().nullable(),
});
export type ServerWay = z.infer<typeof ServerWay>;
