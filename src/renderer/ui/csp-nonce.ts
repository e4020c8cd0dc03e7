/**
 * The nonce that both hosts write into the page (`<meta property="csp-nonce" nonce="...">`), for libraries
 * that add style tags at run time. `undefined` without a policy (dev server, tests).
 */
export function cspNonce(): string | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]');
  // Browsers hide the attribute from scripts, but not the property.
  return meta?.nonce || undefined;
}
