import { AppError } from '../shared/app-error.ts';
import type { SecretStorage } from '../shared/model/app-info.ts';
import type { Platform, SecretVault } from '../services/common/platform.ts';
import { proxyFromEnvironment } from './environment-proxy.ts';
import { openInBrowser } from './launch/open-in-browser.ts';
import { startChild } from './start-child.ts';

/** What the web host knows about where it runs. */
export interface NodePlatformParts {
  readonly version: string;
  readonly dataFolder: string;
  readonly resourcesFolder: string;
  readonly log: Platform['log'];
}

/** The platform of the web host: plain Node. */
export function createNodePlatform(parts: NodePlatformParts): Platform {
  const proxyFor = proxyFromEnvironment(process.env);
  return {
    ...parts,
    host: 'web',
    os: `${process.platform} ${process.arch}`,
    vault: noVault,
    async openLink(url) {
      if (await openInBrowser(url)) return;
      throw new AppError(
        'unsupported',
        'The machine that the studio runs on has no browser to open this link.',
        {
          hint: 'Copy the link and open it in your own browser.',
        },
      );
    },
    startChild,
    proxyFor: (url) => Promise.resolve(proxyFor(url)),
  };
}

const noKeyStore: SecretStorage = {
  kind: 'none',
  sentence:
    'This host has no key store: a key is kept until the studio ends, or is written to disk unprotected.',
};

/** Keys live until the studio ends, unless the user chooses to write them unprotected. */
const noVault: SecretVault = {
  describe: () => noKeyStore,
  check: () => Promise.resolve(noKeyStore),
  protects: () => true,
  seal: () =>
    Promise.reject(new AppError('unsupported', 'This host has no key store that could protect a key.')),
  open: () =>
    Promise.reject(
      new AppError('secret-locked', 'This key was protected by a key store that this host does not have.', {
        hint: 'Enter the key again.',
      }),
    ),
};
