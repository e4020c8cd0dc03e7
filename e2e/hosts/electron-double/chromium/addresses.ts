/**
 * Chromium resolves every host below this one to the loopback server; `localhost` makes them secure contexts.
 */
export const hostSuffix = '.edouble.localhost';

/**
 * The address that Chromium loads for a custom scheme: `app://studio/x` becomes
 * `http://studio.app.edouble.localhost/x`.
 */
export function toChromium(address: string): string {
  const url = new URL(address);
  if (['http:', 'https:', 'about:', 'data:', 'blob:'].includes(url.protocol)) return url.href;
  const scheme = url.protocol.slice(0, -1);
  return new URL(`http://${url.hostname}.${scheme}${hostSuffix}${url.pathname}${url.search}${url.hash}`).href;
}

/** The inverse of `toChromium`. */
export function fromChromium(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  const names = customNames(url);
  return names ? `${names.scheme}://${names.host}${url.pathname}${url.search}${url.hash}` : address;
}

/** The same for an origin, which has no path. */
export function originFromChromium(origin: string): string {
  const names = URL.canParse(origin) ? customNames(new URL(origin)) : null;
  return names ? `${names.scheme}://${names.host}` : origin;
}

function customNames(url: URL): { readonly host: string; readonly scheme: string } | null {
  if (!url.hostname.endsWith(hostSuffix)) return null;
  const names = url.hostname.slice(0, -hostSuffix.length).split('.');
  const scheme = names.pop() ?? '';
  return { host: names.join('.'), scheme };
}
