import { expect, it } from 'vitest';
import { proxyFromPacResult } from './electron-platform.ts';

it.each([
  ['DIRECT', null],
  ['', null],
  ['PROXY proxy.example:3128', 'http://proxy.example:3128'],
  ['PROXY a:1; PROXY b:2; DIRECT', 'http://a:1'],
  ['HTTPS proxy.example:443', 'https://proxy.example:443'],
  ['SOCKS5 s:1080; PROXY a:1', 'http://a:1'],
  ['SOCKS5 s:1080; DIRECT', null],
  ['SOCKS5 s:1080', 'socks5://s:1080'],
  ['QUIC q:1; proxy a:1', 'http://a:1'],
  ['PROXY', null],
  ['PROXY [bad', null],
])('the answer %j of a proxy script means %s', (answer, proxy) => {
  expect(proxyFromPacResult(answer)).toBe(proxy);
});
