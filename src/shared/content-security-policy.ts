/**
 * The policy of the window's page, as both hosts send it (row E-4): as a header, so that `frame-ancestors` counts. Only
 * files of the build run; inline styles need the nonce of this load (React Flow and CodeMirror set styles through
 * it), and a string can never become script. `nonce` is base64 text, fresh for each load.
 */
export function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}
