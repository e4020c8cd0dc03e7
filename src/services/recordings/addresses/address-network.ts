import type { LookupFunction } from 'node:net';
import type { TlsTrust } from '../../../shared/model/network.ts';
import type { Platform } from '../../common/platform.ts';
import { createHttpTransport } from '../../network/http-transport.ts';
import { publicOnlyLookup } from '../../network/private-network.ts';
import { lookupHost } from '../../network/localhost-lookup.ts';

/** The network for requests to addresses of files: without keys, cookies, or anything else of the studio. */
export interface AddressNetwork {
  /** To the address that the user typed. */
  readonly fetch: typeof globalThis.fetch;
  /** To one that a server on the internet named, which must not lead into the network of this machine. */
  readonly fetchOutside: typeof globalThis.fetch;
  close(): Promise<void>;
}

export interface AddressNetworkOptions {
  readonly platform: Pick<Platform, 'proxyFor'>;
  readonly trust?: TlsTrust;
  readonly lookup?: LookupFunction;
}

export function createAddressNetwork({
  platform,
  trust = { caText: null, insecure: false },
  lookup = lookupHost,
}: AddressNetworkOptions): AddressNetwork {
  const proxyFor = (url: string): Promise<string | null> => platform.proxyFor(url);
  const typed = createHttpTransport({ trust, proxyFor, lookup });
  const outside = createHttpTransport({ trust, proxyFor, lookup: publicOnlyLookup(lookup) });
  return {
    fetch: typed.fetch,
    fetchOutside: outside.fetch,
    async close() {
      await Promise.all([typed.close(), outside.close()]);
    },
  };
}
