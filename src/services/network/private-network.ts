import { BlockList, isIP, type LookupFunction } from 'node:net';
import { AppError } from '../../shared/app-error.ts';
import { isLoopbackHost } from './localhost-lookup.ts';

const privateRanges = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  // Many hosts at once, and what nobody has.
  ['224.0.0.0', 3],
] as const) {
  privateRanges.addSubnet(network, prefix, 'ipv4');
  // What a network that has IPv6 only (NAT64) translates to it.
  for (const translated of ['64:ff9b::', '64:ff9b:1::'])
    privateRanges.addSubnet(`${translated}${network}`, 96 + prefix, 'ipv6');
}
for (const [network, prefix] of [
  // `::`, `::1`, and IPv4 addresses that are written as IPv6 ones in ways that were given up.
  ['::', 96],
  ['::ffff:0:0:0', 96],
  // Teredo and 6to4, which lead to IPv4 addresses, too.
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  privateRanges.addSubnet(network, prefix, 'ipv6');

/** Whether a host, as in `URL.hostname`, is this machine or an address of a private network. Of a name, only `localhost` is known. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  if (family === 0) return isLoopbackHost(hostname);
  return privateRanges.check(host, family === 4 ? 'ipv4' : 'ipv6');
}

/** A look-up that fails for a name inside: names are judged by what they mean when the connection is made. */
export function publicOnlyLookup(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, options, (error, address, family) => {
      // Without any address, whatever the types say.
      if (error !== null) return callback(error, address, family);
      const addresses = typeof address === 'string' ? [address] : address.map((each) => each.address);
      callback(
        addresses.some((each) => isPrivateHost(each)) ? privateRedirectError() : null,
        address,
        family,
      );
    });
}

/** Why a redirect is not followed. */
export function privateRedirectError(): AppError {
  return new AppError(
    'forbidden',
    'The link leads into the network of this machine, where it was not followed.',
    {
      hint: 'If you trust it, open the address that it leads to.',
    },
  );
}
