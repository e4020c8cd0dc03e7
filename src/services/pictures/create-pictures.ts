import type { StudioHandlers } from '../../shared/contract.ts';
import { createServerLink } from '../network/server-link.ts';
import type { Platform } from '../platform.ts';
import { loadPicture } from './load-picture.ts';

/** Loads pictures from elsewhere, each only when it is asked for, over a connection of its own. */
export function createPictures({ platform }: { readonly platform: Pick<Platform, 'proxyFor'> }): {
  readonly calls: Pick<StudioHandlers['calls'], 'pictures.load'>;
} {
  return {
    calls: {
      'pictures.load': async ({ address }, signal) => {
        const link = createServerLink({
          trust: { caText: null, insecure: false },
          proxyFor: (url) => platform.proxyFor(url),
        });
        try {
          return await loadPicture(link.fetch, address, signal);
        } finally {
          await link.close();
        }
      },
    },
  };
}
