import { lookup as systemLookup } from 'node:dns';
import { expect, it } from 'vitest';
import { isPrivateHost, publicOnlyLookup } from './private-network.ts';

it.each([
  '127.0.0.1',
  'localhost',
  '[::1]',
  '10.1.2.3',
  '192.168.0.1',
  '169.254.169.254',
  '[fd00::1]',
  '[::ffff:10.0.0.1]',
  '[::127.0.0.1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::169.254.169.254]',
  '[64:ff9b:1::10.0.0.1]',
  '[2002:7f00:1::]',
  '[fe80::1]',
  'fe80::1%eth0',
  '[fec0::1]',
  '[ff02::1]',
  '224.0.0.1',
  '255.255.255.255',
])('an address of a private network is inside: %s', (host) => {
  expect(isPrivateHost(host)).toBe(true);
});

it.each(['example.com', '8.8.8.8', '[2606:4700::1]', '[::ffff:8.8.8.8]', '[64:ff9b::8.8.8.8]'])(
  'any other host is outside: %s',
  (host) => {
    expect(isPrivateHost(host)).toBe(false);
  },
);

it.each([
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://127.1/',
  'https://[::FFFF:7F00:1]/',
])('an address is inside, however it is written: %s', (address) => {
  expect(isPrivateHost(new URL(address).hostname)).toBe(true);
});

it('a name that is inside, or that there is not, is a failed look-up', async () => {
  const lookup = publicOnlyLookup(systemLookup);
  const lookedUp = (name: string): Promise<unknown> =>
    new Promise((resolve) => lookup(name, { all: true }, (error, address) => resolve(error ?? address)));
  expect(await lookedUp('localhost')).toMatchObject({ code: 'forbidden' });
  expect(await lookedUp('no-such-host.invalid')).toMatchObject({ syscall: 'getaddrinfo' });
});
