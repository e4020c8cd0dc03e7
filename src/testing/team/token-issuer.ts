import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';

/** Signs tokens of a team's members, as a sign-in service does. */
export interface TokenIssuer {
  readonly issuer: string;
  readonly audience: string;
  /** The public keys. */
  readonly keySet: { readonly keys: readonly Record<string, unknown>[] };
  token(claims: JWTPayload, options?: TokenOptions): Promise<string>;
}

/** `seconds`: how long the token is valid; negative for one that has ended. */
export interface TokenOptions {
  readonly seconds?: number;
  readonly issuer?: string;
  readonly audience?: string;
}

export async function createTokenIssuer(kid = 'first'): Promise<TokenIssuer> {
  const issuer = 'https://login.example.com';
  const audience = 'studio';
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const key = { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' };
  return {
    issuer,
    audience,
    keySet: { keys: [key] },
    token: (claims, { seconds = 600, ...options } = {}) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
        .setIssuer(options.issuer ?? issuer)
        .setAudience(options.audience ?? audience)
        .setIssuedAt()
        .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
        .sign(privateKey),
  };
}
