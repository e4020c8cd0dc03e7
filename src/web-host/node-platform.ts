import { AppError } from '../shared/app-error.ts';
import type { SecretStorage } from '../shared/model/app-info.ts';
import type { Platform, SecretVault } from '../services/common/platform.ts';
import { proxyFromEnvironment } from './environment-proxy.ts';
import { openInBrowser } from './open-in-browser.ts';
import { startChild } from './start-child.ts';

export interface NodePlatformParts {
  readonly version: string;
  readonly dataFolder: string;
  readonly resourcesFolder: string;
  readonly demoServerFolder: string;
  readonly isOpenToNetwork: boolean;
  readonly log: Platform['log'];
}

export function createNodePlatform(parts: NodePlatformParts): Platform {
  const proxyFor = proxyFromEnvironment(process.env);
  return {
    ...parts,
    host: 'web',
    os: `${process.platform} ${process.arch}`,
    vault: noVault,
    async openExternal(url) {
      if (await openInBrowser(url)) return;
      throw new AppError('unsupported', 'This machine has no browser to open the link.', {
        hint: 'Copy the link and open it in your own browser.',
      });
    },
    startChild,
    proxyFor: (url) => Promise.resolve(proxyFor(url)),
  };
}

const noKeyStore: SecretStorage = {
  kind: 'none',
  sentence: 'No key store: keys are stored until the studio closes, or saved to disk unprotected.',
};

// Keys live until the studio ends, unless the user chooses to write them unprotected.
const noVault: SecretVault = {
  describe: () => noKeyStore,
  check: () => Promise.resolve(noKeyStore),
  isProtected: () => true,
  encrypt: () => Promise.reject(new AppError('unsupported', 'No key store is available to protect the key.')),
  decrypt: () =>
    Promise.reject(
      new AppError('secret-locked', 'This key was encrypted by a key store that is not available here.', {
        hint: 'Enter the key again.',
      }),
    ),
};
