import { describe, expect, test } from 'vitest';
import { AppError } from '../shared/app-error.ts';
import { bindAddress } from './bind-address.ts';

describe('where the studio may listen', () => {
  test.each([
    ['127.0.0.1', '127.0.0.1'],
    ['localhost', '127.0.0.1'],
    ['::1', '::1'],
  ])('%s is this machine', (text, address) => {
    expect(bindAddress(text, false)).toEqual({ address, beyondThisMachine: false });
  });

  test.each([
    [''],
    [' '],
    ['0'],
    ['0x0'],
    ['0.0'],
    ['0.0.0.0'],
    ['00.0.0.0'],
    ['0.0.0.1'],
    ['０.０.０.０'],
    ['*'],
    ['::'],
    ['[::]'],
    ['::0'],
    ['0:0:0:0:0:0:0:0'],
    ['::%lo'],
    ['::ffff:0.0.0.0'],
    ['::ffff:127.0.0.1'],
    ['255.255.255.255'],
    ['224.0.0.1'],
    ['ff02::1'],
    ['127.1'],
    ['2130706433'],
    ['0177.0.0.1'],
    ['example.com'],
  ])('"%s" is refused whatever the flag says', (text) => {
    expect(() => bindAddress(text, false)).toThrow(AppError);
    expect(() => bindAddress(text, true)).toThrow(AppError);
  });

  test.each([['192.168.1.20'], ['10.0.0.5'], ['fe80::1'], ['2001:db8::7']])('%s needs the flag', (text) => {
    expect(() => bindAddress(text, false)).toThrow(/Others on the network/);
    expect(bindAddress(text, true)).toEqual({ address: text, beyondThisMachine: true });
  });

  test('"network" is the only address on a network, which needs the flag', () => {
    const address = (text: string, internal = false) =>
      ({ address: text, internal, family: 'IPv4', netmask: '', mac: '', cidr: null }) as const;
    const one = () => ({ lo: [address('127.0.0.1', true)], eth0: [address('172.17.0.2')] });
    expect(bindAddress('network', true, one)).toEqual({ address: '172.17.0.2', beyondThisMachine: true });
    expect(() => bindAddress('network', false, one)).toThrow(/Others on the network/);
    const two = () => ({ eth0: [address('172.17.0.2')], eth1: [address('10.0.0.7')] });
    for (const interfaces of [two, () => ({})]) {
      expect(() => bindAddress('network', true, interfaces)).toThrow('no single address');
    }
  });
});
