import { lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** True for a name or address of this very machine, as in `URL.hostname`. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const family = isIP(host);
  if (family === 0) return isLocalhost(host);
  return loopback.check(host, family === 4 ? 'ipv4' : 'ipv6');
}

// The system's lookup, except that `localhost` is always 127.0.0.1 and ::1, so that a server is found on
// whichever it listens.
export const lookupHost: LookupFunction = (hostname, options, callback) => {
  if (!isLocalhost(hostname)) return systemLookup(hostname, options, callback);
  const { family, all } = options;
  const loopbackAddresses = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ].filter((each) => !family || each.family === family || `IPv${each.family}` === family);
  const [first] = loopbackAddresses;
  if (all === true || first === undefined) callback(null, loopbackAddresses);
  else callback(null, first.address, first.family);
};

function isLocalhost(name: string): boolean {
  return /^(.+\.)?localhost\.?$/i.test(name);
}
