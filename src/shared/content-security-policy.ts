/**
 * Content security policy of the window's page, sent by both hosts as a header, because
 * `frame-ancestors` is ignored elsewhere. Only files of the build run; inline styles need this load's nonce
 * (React Flow and CodeMirror set styles with it), and strings never become script. `nonce`: base64, fresh for
 * each load.
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
