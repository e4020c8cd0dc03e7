import { isIPv4, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { isLoopbackHost } from '../services/network/localhost-lookup.ts';
import { AppError } from '../shared/app-error.ts';

export interface BindAddress {
  readonly address: string;
  readonly beyondThisMachine: boolean;
}

const loopback = { address: '127.0.0.1', beyondThisMachine: false };

// Stands for the one address that this machine has on its network: a container's is only known once it runs.
const ownNetworkAddress = 'network';

// Parses an address to listen on; `network` is the machine's only one on a network. Accepts only the exact spelling of
// one address: wildcards in any spelling are always refused, and an address that others can reach requires
// `allowNetwork`. Throws `AppError` (`invalid-input`).
export function bindAddress(
  typed: string,
  allowNetwork: boolean,
  interfaces: typeof networkInterfaces = networkInterfaces,
): BindAddress {
  const text = typed === ownNetworkAddress ? onlyNetworkAddress(interfaces()) : typed;
  if (text === '127.0.0.1' || text === 'localhost') return loopback;
  if (text === '::1') return { address: '::1', beyondThisMachine: false };
  const address = isIPv4(text) ? exactIPv4(text) : isIPv6(text) ? exactIPv6(text) : null;
  if (address === null) {
    throw new AppError('invalid-input', `The studio can't listen on "${text}".`, {
      hint: 'Omit the address to listen on 127.0.0.1, or give an exact address of this machine.',
    });
  }
  if (!allowNetwork) {
    throw new AppError('invalid-input', `Others on the network could reach the studio on ${text}.`, {
      hint: 'To allow it, add --allow-network. An SSH tunnel to 127.0.0.1 is safer.',
    });
  }
  return { address, beyondThisMachine: true };
}

// Whether requests of other machines may come by this origin, as through a proxy on this one.
export function isPublicOrigin(origin: string): boolean {
  return !isLoopbackHost(new URL(origin).hostname);
}

// `null` for 0.0.0.0 and the rest of 0/8, for multicast and for broadcast.
function exactIPv4(text: string): string | null {
  const first = Number(text.split('.')[0]);
  return first === 0 || first >= 224 ? null : text;
}

// `null` for `::` in any spelling, IPv4-mapped addresses, multicast and zones.
function exactIPv6(text: string): string | null {
  if (text.includes('%')) return null;
  const canonical = new URL(`http://[${text}]/`).hostname.slice(1, -1);
  return canonical.startsWith('::') || canonical.startsWith('ff') ? null : canonical;
}

function onlyNetworkAddress(interfaces: ReturnType<typeof networkInterfaces>): string {
  const networkAddresses = Object.values(interfaces).flatMap((addresses = []) =>
    addresses.filter(({ internal, family }) => !internal && family === 'IPv4').map(({ address }) => address),
  );
  const [only] = networkAddresses;
  if (only !== undefined && networkAddresses.length === 1) return only;
  const list = networkAddresses.length === 0 ? 'none' : networkAddresses.join(', ');
  throw new AppError('invalid-input', 'This machine has no single address on a network.', {
    hint: `Name one of its addresses. It has ${list}.`,
  });
}
