import { describe, expect, it } from 'vitest';
import { proxyFromEnvironment } from './environment-proxy.ts';

describe('the proxy that the environment names', () => {
  it.each<[Record<string, string>, string, string | null]>([
    [{}, 'https://graphs.example', null],
    [{ HTTPS_PROXY: 'http://proxy:3128' }, 'https://graphs.example', 'http://proxy:3128'],
    [
      { https_proxy: 'http://small:1', HTTPS_PROXY: 'http://BIG:1' },
      'https://graphs.example',
      'http://small:1',
    ],
    [{ HTTPS_PROXY: 'http://proxy:3128' }, 'http://graphs.example', null],
    [{ HTTP_PROXY: 'proxy:3128' }, 'http://graphs.example', 'http://proxy:3128'],
    [{ ALL_PROXY: 'socks5://proxy:1080' }, 'https://graphs.example', 'socks5://proxy:1080'],
    [{ HTTPS_PROXY: '' }, 'https://graphs.example', null],
    [{ HTTPS_PROXY: 'http://[bad' }, 'https://graphs.example', null],
  ])('%j sends %s through %s', (env, url, proxy) => {
    expect(proxyFromEnvironment(env)(url)).toBe(proxy);
  });

  it.each([
    ['*', 'https://graphs.example', true],
    ['graphs.example', 'https://graphs.example', true],
    ['graphs.example', 'https://eu.graphs.example', true],
    ['graphs.example', 'https://mygraphs.example', false],
    ['.graphs.example', 'https://eu.graphs.example', true],
    ['*.graphs.example', 'https://eu.graphs.example', true],
    ['a.test, graphs.example:8443 b.test', 'https://graphs.example:8443', true],
    ['graphs.example:8443', 'https://graphs.example', false],
    ['graphs.example:443', 'https://graphs.example', true],
    ['10.1.2.3', 'http://10.1.2.3:2024', true],
    ['10.0.0.0/8', 'http://10.1.2.3:2024', true],
    ['10.0.0.0/8', 'http://11.1.2.3:2024', false],
    ['10.0.0.0/99', 'http://10.1.2.3:2024', false],
    ['2.3', 'http://10.1.2.3:2024', false],
    ['fd00::/8', 'http://[fd00::1]:2024', true],
    ['[fd00::1]:2024', 'http://[fd00::1]:2024', true],
    ['fd00::1', 'http://[fd00::1]:2024', true],
    ['GRAPHS.example', 'https://graphs.EXAMPLE', true],
  ])('NO_PROXY=%s leaves %s out: %s', (list, url, exempt) => {
    const proxyFor = proxyFromEnvironment({ ALL_PROXY: 'http://proxy:3128', NO_PROXY: list });
    expect(proxyFor(url)).toBe(exempt ? null : 'http://proxy:3128');
  });
});
