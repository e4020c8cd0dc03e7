import { mkdirSync } from 'node:fs';
import type { Platform, SecretVault } from '../services/common/platform.ts';
import { type UtilityProcessApi, startUtilityProcess } from './process/utility-process.ts';

const schemes: Readonly<Record<string, string>> = {
  PROXY: 'http',
  HTTP: 'http',
  HTTPS: 'https',
  SOCKS: 'socks',
  SOCKS4: 'socks4',
  SOCKS5: 'socks5',
};

/**
 * The proxy that Chromium names for an address, as a URL; `null` is the straight way (row C-7). It answers in the words of
 * proxy scripts, `PROXY host:port; SOCKS5 host:port; DIRECT`, the best first. The first that the studio can use is taken;
 * where there is none, the first, so that it can be told by name.
 */
export function proxyFromPacResult(answer: string): string | null {
  const named = answer.split(';').flatMap((entry) => {
    const [kind = '', place = ''] = entry.trim().split(/\s+/);
    if (kind.toUpperCase() === 'DIRECT') return [null];
    const scheme = schemes[kind.toUpperCase()];
    const url = `${scheme ?? ''}://${place}`;
    return scheme !== undefined && place !== '' && URL.canParse(url) ? [url] : [];
  });
  const usable = named.findIndex((proxy) => proxy === null || /^https?:/.test(proxy));
  return named[Math.max(0, usable)] ?? null;
}

/** What the Electron host knows about itself. */
export interface PlatformParts {
  readonly version: string;
  readonly dataFolder: string;
  readonly resourcesFolder: string;
  readonly vault: SecretVault;
  readonly children: UtilityProcessApi;
  /** Hands an address to the system. Which addresses may come here is the services' rule, not this file's. */
  readonly openExternal: (url: string) => Promise<void>;
  /** What Chromium's session says of an address, in the words of proxy scripts: the system's settings are in it. */
  readonly resolveProxy: (url: string) => Promise<string>;
  readonly log: Platform['log'];
}

/** The platform of the Electron host. Makes the data folder, for this user only, if it is missing. */
export function createElectronPlatform(parts: PlatformParts): Platform {
  const { version, dataFolder, resourcesFolder, vault, children, openExternal, resolveProxy, log } = parts;
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  return {
    host: 'electron',
    version,
    os: `${process.platform} ${process.arch}`,
    dataFolder,
    resourcesFolder,
    vault,
    openLink: openExternal,
    startChild: (options) => startUtilityProcess(children, options),
    proxyFor: async (url) => proxyFromPacResult(await resolveProxy(url)),
    log,
  };
}
