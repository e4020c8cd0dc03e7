import { mkdirSync } from 'node:fs';
import type { Platform, SecretVault } from '../services/common/platform.ts';
import { proxyFromPacResult } from './session-proxy.ts';
import type { UtilityProcessApi } from './process/utility-process.ts';
import { startUtilityProcess } from './process/utility-process.ts';

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
