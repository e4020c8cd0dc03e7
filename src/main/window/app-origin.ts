import type { CustomScheme } from 'electron';

/** The studio's own scheme, host and start page. Nothing else is ever loaded into a window. */
export const appScheme = 'app';
export const appHost = 'studio';
export const appOrigin = `${appScheme}://${appHost}`;

/** The page of a window, and the one origin that may be loaded and may talk to the host. */
export interface AppSource {
  readonly origin: string;
  readonly startUrl: string;
}

export const builtSource: AppSource = { origin: appOrigin, startUrl: `${appOrigin}/` };

/**
 * The source for this run: the build, or Vite's server in development. A packaged program ignores its
 * environment, and an unpackaged one only accepts this machine.
 */
export function chooseSource(devServerUrl: string | undefined, packaged: boolean): AppSource {
  if (packaged || !devServerUrl) return builtSource;
  const url = URL.canParse(devServerUrl) ? new URL(devServerUrl) : null;
  const local = url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return url && local ? { origin: url.origin, startUrl: url.href } : builtSource;
}

// The origin of an address, as a browser with our scheme registered would write it. Composed here, because
// `URL.origin` is `null` for schemes that Node does not know. `null` for an address with a user, or an
// invalid one.
export function urlOrigin(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.username || url.password) return null;
  return url.origin === 'null' ? `${url.protocol}//${url.host}` : url.origin;
}

export function isFromSource(source: AppSource, address: string): boolean {
  return urlOrigin(address) === source.origin;
}

/**
 * Privileges of our scheme, set before the app is ready: a standard, secure origin whose page may
 * load its own modules and workers, with a code cache. It can't bypass a content policy, is closed to other
 * origins and runs no service worker.
 */
export const privilegedSchemes: CustomScheme[] = [
  { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
];
