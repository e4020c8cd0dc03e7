import type { CustomScheme } from 'electron';

/** The studio's own scheme, host and start page. Nothing else is ever loaded into a window (row E-1). */
export const appScheme = 'app';
export const appHost = 'studio';
export const appOrigin = `${appScheme}://${appHost}`;

/** Which page a window opens, and the one origin that may be loaded and may talk to the host. */
export interface AppSource {
  readonly origin: string;
  readonly startUrl: string;
}

/** The build's own page. */
export const builtSource: AppSource = { origin: appOrigin, startUrl: `${appOrigin}/` };

/**
 * The source for this run: the build, or Vite's server while developing. A packaged program never takes a page from
 * its environment, and an unpackaged one only from this machine.
 */
export function chooseSource(devServerUrl: string | undefined, packaged: boolean): AppSource {
  if (packaged || !devServerUrl) return builtSource;
  const url = URL.canParse(devServerUrl) ? new URL(devServerUrl) : null;
  const local = url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return url && local ? { origin: url.origin, startUrl: url.href } : builtSource;
}

/**
 * The origin of an address, as a browser with our scheme registered would write it. `URL.origin` says `null` for
 * schemes that Node does not know, so it is put together here. `null` for anything that carries a user or can't be read.
 */
export function urlOrigin(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.username || url.password) return null;
  return url.origin === 'null' ? `${url.protocol}//${url.host}` : url.origin;
}

/** Whether an address lies in the source's origin, exactly. */
export function isFromSource(source: AppSource, address: string): boolean {
  return urlOrigin(address) === source.origin;
}

/**
 * What our scheme may do, told to Chromium before the program is ready (row E-11): a standard, secure origin whose page
 * may load its own modules and workers, whose compiled code may be kept for the next start. It can't pass by a content
 * policy, is not open to other origins and runs no service worker.
 */
export const privilegedSchemes: CustomScheme[] = [
  { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
];
