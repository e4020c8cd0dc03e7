import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { AppError } from '../../shared/app-error.ts';
import type { NetworkAddress } from '../../shared/model/webhook.ts';
import { errorCodeOf } from '../storage/atomic-write.ts';

// Addresses of this computer on its networks. Without loopback, and without link-local IPv6 ones, which need
// a zone that no URL can have.
export function networkAddresses(): NetworkAddress[] {
  return Object.entries(networkInterfaces()).flatMap(([name, addresses = []]) =>
    addresses
      .filter(({ internal, address }) => !internal && !/^fe[89ab]/i.test(address))
      .map(({ address }) => ({ name, address })),
  );
}

// Checks an address to listen on: 127.0.0.1, or one of this computer's own. That leaves out wildcards in every
// spelling. Throws an `AppError` (`invalid-input`).
export function assertListenAddress(address: string): void {
  if (address === '127.0.0.1' || networkAddresses().some((local) => local.address === address)) return;
  throw new AppError('invalid-input', `${address} is not an address of this computer.`, {
    hint: 'Choose one of its addresses, or 127.0.0.1.',
    details: { where: 'address' },
  });
}

export function listenUrl(address: string, port: number): string {
  return `http://${isIPv6(address) ? `[${address}]` : address}:${port}`;
}

// Says why a listener could not open, and what to do. `port: 0`: any.
export function listenError(error: unknown, address: string, port: number): AppError {
  const code = errorCodeOf(error);
  const [message, hint] = reasons(address, port)[code ?? ''] ?? [
    'The webhook listener could not open a port.',
    'Turn it off and on again.',
  ];
  const reason = error instanceof Error ? error.message : String(error);
  return new AppError('unreachable', message, { hint, details: { reason, where: 'port' } });
}

function reasons(address: string, port: number): Readonly<Record<string, readonly [string, string]>> {
  const unavailable = [
    `${address} is not an address of this computer now.`,
    'Connect to its network again, or choose another address in the settings of the listener.',
  ] as const;
  return {
    EADDRINUSE: [
      `Port ${port} on ${address} is in use by another program.`,
      'Stop that program and try again, or choose another port in the settings of the listener.',
    ],
    EACCES: [
      `Port ${port} is reserved by the operating system.`,
      'Choose a port above 1023 in the settings of the listener.',
    ],
    EADDRNOTAVAIL: unavailable,
    EINVAL: unavailable,
  };
}
