import { z } from 'zod';

/** A certificate that a connection trusts beside the usual authorities. `validTo` is ISO 8601. */
export const CertificateAuthority = z.strictObject({ name: z.string(), validTo: z.string() });
export type CertificateAuthority = z.infer<typeof CertificateAuthority>;

/** Whose certificates a connection believes: PEM text of its own authorities, or (`insecure`) anybody's (row C-6). */
export const TlsTrust = z.strictObject({
  caText: z
    .string()
    .max(256 * 1024)
    .nullable(),
  insecure: z.boolean(),
});
export type TlsTrust = z.infer<typeof TlsTrust>;

/** The same, with the certificates named that lie in the text. */
export const TlsTrustView = TlsTrust.extend({ authorities: z.array(CertificateAuthority) });
export type TlsTrustView = z.infer<typeof TlsTrustView>;

/** What was seen on the way to a server; each part is `null` until it was. */
export const NetworkPath = z.strictObject({
  /** The address that answered, for a name may stand for several (row C-11). Of a proxy where there is one. */
  address: z.string().nullable(),
  /** The proxy that requests go through, without its password (row C-7). `null` is none. */
  proxy: z.string().nullable(),
  /** How far the server's clock is ahead of this computer's, in milliseconds (row C-14). */
  skewMs: z.number().nullable(),
});
export type NetworkPath = z.infer<typeof NetworkPath>;
