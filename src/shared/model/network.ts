import { z } from 'zod';

/** A certificate that a connection trusts in addition. `validTo`: ISO 8601. */
export const CertificateAuthority = z.strictObject({ name: z.string(), validTo: z.string() });
export type CertificateAuthority = z.infer<typeof CertificateAuthority>;

/** Certificates that a connection trusts: PEM text of its own authorities, or (`insecure`) any. */
export const TlsTrust = z.strictObject({
  caText: z
    .string()
    .max(256 * 1024)
    .nullable(),
  insecure: z.boolean(),
});
export type TlsTrust = z.infer<typeof TlsTrust>;

/** {@link TlsTrust} with the names of the certificates. */
export const TlsTrustView = TlsTrust.extend({ authorities: z.array(CertificateAuthority) });
export type TlsTrustView = z.infer<typeof TlsTrustView>;

/**
 * The observed path to a server; each part is `null` until observed.
 *
 * - `address`: The address that responded, as a name may resolve to several. With a proxy, the proxy's.
 * - `proxy`: The proxy in use, without its password; `null` for none.
 * - `skewMs`: How far the server's clock is ahead of this computer's, in milliseconds.
 */
export const NetworkPath = z.strictObject({
  address: z.string().nullable(),
  proxy: z.string().nullable(),
  skewMs: z.number().nullable(),
});
export type NetworkPath = z.infer<typeof NetworkPath>;
