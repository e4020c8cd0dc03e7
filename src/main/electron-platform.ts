import { mkdirSync } from 'node:fs';
import type { Platform, SecretVault } from '../services/common/platform.ts';
import { type UtilityProcessApi, startUtilityProcess } from './utility-process.ts';

const schemes: Readonly<Record<string, string>> = {
  PROXY: 'http',
  HTTP: 'http',
  HTTPS: 'https',
  SOCKS: 'socks',
  SOCKS4: 'socks4',
  SOCKS5: 'socks5',
};

// Chromium's proxy for an address, as a URL; `null` for direct. `answer` is in PAC format, `PROXY
// host:port; SOCKS5 host:port; DIRECT`, best first. Returns the first usable one, else the first, so that the
// error can name it.
export function proxyFromPacResult(answer: string): string | null {
  const named = answer.split(';').flatMap((entry) => {
    const [kind = '', target = ''] = entry.trim().split(/\s+/);
    if (kind.toUpperCase() === 'DIRECT') return [null];
    const scheme = schemes[kind.toUpperCase()];
    const url = `${scheme ?? ''}://${target}`;
    return scheme !== undefined && target !== '' && URL.canParse(url) ? [url] : [];
  });
  const usable = named.findIndex((proxy) => proxy === null || /^https?:/.test(proxy));
  return named[Math.max(0, usable)] ?? null;
}

export interface PlatformParts {
  readonly version: string;
  readonly dataFolder: string;
  readonly resourcesFolder: string;
  readonly demoServerFolder: string;
  readonly vault: SecretVault;
  readonly children: UtilityProcessApi;
  readonly openExternal: (url: string) => Promise<void>;
  // Proxy of Chromium's session for an address, in PAC format; includes the system's settings.
  readonly resolveProxy: (url: string) => Promise<string>;
  readonly log: Platform['log'];
}

// The platform of the Electron host. Creates a missing data folder, for this user only.
export function createElectronPlatform(parts: PlatformParts): Platform {
  const { vault, children, openExternal, resolveProxy, log, ...rest } = parts;
  mkdirSync(rest.dataFolder, { recursive: true, mode: 0o700 });
  return {
    ...rest,
    host: 'electron',
    os: `${process.platform} ${process.arch}`,
    isOpenToNetwork: false,
    vault,
    openExternal,
    startChild: (options) => startUtilityProcess(children, options),
    proxyFor: async (url) => proxyFromPacResult(await resolveProxy(url)),
    log,
  };
}
