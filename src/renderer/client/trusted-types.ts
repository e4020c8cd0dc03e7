/** What of the browser's Trusted Types this file needs; TypeScript's own library does not list them. */
interface TrustedTypesFactory {
  createPolicy(
    name: string,
    rules: { createHTML(text: string): string | null; createScriptURL(url: string): string | null },
  ): unknown;
}

/**
 * Both hosts serve the window under `require-trusted-types-for 'script'` (row E-4): no string may become markup or
 * script. Two things need a string none the less, and only they get one: our own workers, which are files of this
 * site, and style texts of the controls, which hold no markup at all. Must run before anything else of the window.
 */
export function allowOwnWorkersAndStyles(): void {
  const factory = (globalThis as { readonly trustedTypes?: TrustedTypesFactory }).trustedTypes;
  factory?.createPolicy('default', {
    createHTML: (text) => (/[<&]/.test(text) ? null : text),
    createScriptURL: (text) => {
      const url = new URL(text, location.href);
      return url.protocol === location.protocol && url.host === location.host ? text : null;
    },
  });
}
