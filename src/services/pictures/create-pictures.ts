import type { StudioHandlers } from '../../shared/contract.ts';
import { createHttpTransport } from '../network/server-link.ts';
import type { Platform } from '../common/platform.ts';
import { loadRemoteImage } from './load-picture.ts';

/** Loads pictures from elsewhere, each only when it is asked for, over a connection of its own. */
export function createRemoteImages({ platform }: { readonly platform: Pick<Platform, 'proxyFor'> }): {
  readonly calls: Pick<StudioHandlers['calls'], 'images.load'>;
} {
  return {
    calls: {
      'images.load': async ({ address }, signal) => {
        const link = createHttpTransport({
          trust: { caText: null, insecure: false },
          proxyFor: (url) => platform.proxyFor(url),
        });
        try {
          return await loadRemoteImage(link.fetch, address, signal);
        } finally {
          await link.close();
        }
      },
    },
  };
}
