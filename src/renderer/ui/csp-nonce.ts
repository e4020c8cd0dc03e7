/**
 * The nonce of this page load, which both hosts write into the page (`<meta property="csp-nonce" nonce="...">`).
 * Libraries that add style tags at run time need it. `undefined` where no policy is set (the dev server, tests).
 */
export function cspNonce(): string | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]');
  // A policy hides the attribute from scripts; the property still holds it.
  return meta?.nonce || undefined;
}
