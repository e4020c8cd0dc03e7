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

/** The observed path to a server; each part is `null` until observed. */
export const NetworkPath = z.strictObject({
  /** The address that responded, as a name may resolve to several. With a proxy, the proxy's. */
  address: z.string().nullable(),
  /** The proxy in use, without its password; `null` for none. */
  proxy: z.string().nullable(),
  /** How far the server's clock is ahead of this computer's, in milliseconds. */
  skewMs: z.number().nullable(),
});
export type NetworkPath = z.infer<typeof NetworkPath>;
