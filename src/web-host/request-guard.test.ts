import { describe, expect, test } from 'vitest';
import { allowedAccess, guardReadRequest, guardRequest, type RequestHead } from './request-guard.ts';

const access = allowedAccess(4983, '127.0.0.1', null);

function statusOf(headers: readonly (readonly [string, string])[], more: Partial<RequestHead> = {}): number {
  const facts = { method: 'GET', target: '/', upgrade: false, rawHeaders: headers.flat(), ...more };
  return guardRequest(facts, access)?.status ?? 200;
}

describe('the host that a request names', () => {
  test.each([['127.0.0.1:4983'], ['localhost:4983'], ['[::1]:4983'], ['LOCALHOST:4983']])(
    '%s is accepted',
    (host) => {
      expect(statusOf([['Host', host]])).toBe(200);
    },
  );

  test.each([
    [''],
    ['127.0.0.1'],
    ['localhost'],
    ['127.0.0.1:4984'],
    ['127.0.0.1:04983'],
    ['127.0.0.1.:4983'],
    ['localhost.:4983'],
    ['127.0.0.1.evil.test:4983'],
    ['localhost.evil.test:4983'],
    ['evil.test'],
    ['evil.test:4983'],
    ['0.0.0.0:4983'],
    ['127.1:4983'],
    ['2130706433:4983'],
    ['[::ffff:127.0.0.1]:4983'],
    ['user@127.0.0.1:4983'],
    ['127.0.0.1:4983, evil.test'],
    ['127.0.0.1:4983/'],
  ])('"%s" is refused with 421', (host) => {
    expect(statusOf([['Host', host]])).toBe(421);
    expect(statusOf([['Host', host]], { upgrade: true, target: '/socket' })).toBe(421);
  });

  test('none and two are rejected with 400', () => {
    expect(statusOf([])).toBe(400);
    expect(
      statusOf([
        ['Host', '127.0.0.1:4983'],
        ['host', '127.0.0.1:4983'],
      ]),
    ).toBe(400);
  });

  test('an absolute target is rejected, because it names a host', () => {
    expect(statusOf([['Host', '127.0.0.1:4983']], { target: 'http://evil.test/' })).toBe(421);
    expect(statusOf([['Host', '127.0.0.1:4983']], { target: '*' })).toBe(421);
  });

  test('the default port may be omitted, as browsers do', () => {
    expect(
      guardRequest(
        { method: 'GET', target: '/', upgrade: false, rawHeaders: ['Host', 'localhost'] },
        allowedAccess(80, '127.0.0.1', null),
      ),
    ).toBeNull();
  });
});

describe('every cell of host, origin, fetch site and kind of request', () => {
  const origins = [
    [null, 'absent'],
    ['http://127.0.0.1:4983', 'own'],
    ['http://localhost:4983', 'own'],
    ['http://127.0.0.1:5000', 'other'],
    ['https://127.0.0.1:4983', 'other'],
    ['https://evil.test', 'other'],
    ['http://127.0.0.1:4983.evil.test', 'other'],
    ['null', 'other'],
  ] as const;
  const sites = [
    [null, true],
    ['same-origin', true],
    ['none', true],
    ['same-site', false],
    ['cross-site', false],
  ] as const;
  const kinds = [
    { name: 'GET', method: 'GET', upgrade: false, needsOrigin: false },
    { name: 'HEAD', method: 'HEAD', upgrade: false, needsOrigin: true },
    { name: 'POST', method: 'POST', upgrade: false, needsOrigin: true },
    { name: 'DELETE', method: 'DELETE', upgrade: false, needsOrigin: true },
    { name: 'upgrade', method: 'GET', upgrade: true, needsOrigin: true },
  ];
  const cells = ['127.0.0.1:4983', 'evil.test:4983'].flatMap((host) =>
    origins.flatMap(([origin, whose]) =>
      sites.flatMap(([site, siteIsFine]) =>
        kinds.map((kind) => {
          const originIsFine = whose === 'own' || (whose === 'absent' && !kind.needsOrigin);
          const expected = host.startsWith('evil') ? 421 : originIsFine && siteIsFine ? 200 : 403;
          return { host, origin, site, kind, expected };
        }),
      ),
    ),
  );

  test(`each of the ${cells.length} cells is answered as tabled`, () => {
    expect(cells.length).toBeGreaterThanOrEqual(200);
    for (const { host, origin, site, kind, expected } of cells) {
      const headers: [string, string][] = [
        ['Host', host],
        ['Content-Type', 'application/json'],
      ];
      if (origin !== null) headers.push(['Origin', origin]);
      if (site !== null) headers.push(['Sec-Fetch-Site', site]);
      expect(statusOf(headers, kind), `${kind.name} ${host} ${origin} ${site}`).toBe(expected);
    }
  });

  describe('another site may send the browser to the start page, and to nothing else', () => {
    const navigation = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    };
    test.each([
      ['the start page', {}, {}, 200],
      ['the start page at a recording', {}, { target: '/?recording=tides%20tables' }, 200],
      [
        'the start page with anything else',
        {},
        { target: '/?recording=tides&baseUrl=http://evil.test' },
        403,
      ],
      ['another page', {}, { target: '/assets/index.js' }, 403],
      ['a frame', { 'sec-fetch-dest': 'iframe' }, {}, 403],
      ['a script', { 'sec-fetch-dest': 'script', 'sec-fetch-mode': 'no-cors' }, {}, 403],
      ['a fetch', { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' }, {}, 403],
      ['a form', { origin: 'https://evil.test' }, { method: 'POST' }, 403],
      ['a socket', { 'sec-fetch-mode': 'websocket' }, { target: '/socket', upgrade: true }, 403],
      ['a name that was rebound', { host: 'evil.test:4983' }, {}, 421],
      ['an origin that is named all the same', { origin: 'https://evil.test' }, {}, 403],
    ])('%s', (_, headers, facts, status) => {
      expect(statusOf(Object.entries({ host: '127.0.0.1:4983', ...navigation, ...headers }), facts)).toBe(
        status,
      );
    });
  });

  test.each([
    [null, 415],
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['text/plain; application/json', 415],
    ['application/json, text/plain', 415],
    ['application/json; charset=utf-8', 200],
    ['application/json', 200],
  ])('a POST declared as %s: %i', (type, expected) => {
    const headers: [string, string][] = [
      ['Host', '127.0.0.1:4983'],
      ['Origin', 'http://127.0.0.1:4983'],
    ];
    if (type !== null) headers.push(['Content-Type', type]);
    expect(statusOf(headers, { method: 'POST' })).toBe(expected);
  });
});

test('a preflight is refused with 403 even from our own origin', () => {
  expect(
    statusOf(
      [
        ['Host', '127.0.0.1:4983'],
        ['Origin', 'http://127.0.0.1:4983'],
      ],
      { method: 'OPTIONS' },
    ),
  ).toBe(403);
});

describe('requests through a tunnel', () => {
  test.each([
    ['Forwarded'],
    ['X-Forwarded-For'],
    ['x-forwarded-host'],
    ['CF-Ray'],
    ['ngrok-trace-id'],
    ['X-Real-IP'],
  ])('%s is rejected with 403 and a reason', (name) => {
    const rawHeaders = ['Host', '127.0.0.1:4983', name, 'x'];
    const refusal = guardRequest({ method: 'GET', target: '/', upgrade: false, rawHeaders }, access);
    expect(refusal?.status).toBe(403);
    expect(refusal?.sentence).toMatch(/tunnel/);
  });
});

describe('a public origin that the user named', () => {
  const behindProxy = allowedAccess(4983, '172.17.0.2', 'https://studio.example.com');
  const ask = (headers: Readonly<Record<string, string>>, more: Partial<RequestHead> = {}) => {
    const rawHeaders = Object.entries(headers).flat();
    return (
      guardRequest({ method: 'GET', target: '/', upgrade: false, rawHeaders, ...more }, behindProxy)
        ?.status ?? 200
    );
  };
  const upgrade = { upgrade: true, target: '/socket' };

  test('is served through its proxy, and no other name is', () => {
    expect(ask({ host: 'studio.example.com', 'x-forwarded-for': '10.1.1.1' })).toBe(200);
    expect(ask({ host: 'other.example.com', 'x-forwarded-for': '10.1.1.1' })).toBe(421);
  });

  test('is the only other site that may open a socket', () => {
    const host = 'studio.example.com';
    expect(ask({ host, origin: 'https://studio.example.com' }, upgrade)).toBe(200);
    for (const origin of ['https://evil.example.com', 'https://studio.example.com.evil.test', 'null']) {
      expect(ask({ host, origin }, upgrade)).toBe(403);
    }
  });
});

describe('an API that only reads', () => {
  const judged = (
    headers: readonly (readonly [string, string])[],
    more: Partial<RequestHead> = {},
  ): number => {
    const facts = { method: 'POST', target: '/', upgrade: false, rawHeaders: headers.flat(), ...more };
    return guardReadRequest(facts, access.hosts)?.status ?? 200;
  };
  const host = ['Host', '127.0.0.1:4983'] as const;
  const json = ['Content-Type', 'application/json'] as const;

  test('lets programs in, which name no origin', () => {
    expect(judged([host, json])).toBe(200);
    expect(judged([host], { method: 'GET' })).toBe(200);
    expect(judged([host], { method: 'DELETE' })).toBe(200);
  });

  test.each([
    ['another host', [['Host', 'evil.test:4983'], json], 421],
    ['a page of another site', [host, json, ['Origin', 'https://evil.test']], 403],
    ['a page without an origin of its own', [host, json, ['Origin', 'null']], 403],
    ['a page on another port', [host, json, ['Origin', 'http://127.0.0.1:5000']], 403],
    ['a script of another site', [host, json, ['Sec-Fetch-Site', 'cross-site']], 403],
    ['a form', [host, ['Content-Type', 'text/plain']], 415],
    ['a tunnel', [host, json, ['X-Forwarded-For', '203.0.113.7']], 403],
  ] as const)('refuses %s', (_, headers, status) => {
    expect(judged(headers)).toBe(status);
  });

  test('refuses the preflight request of a page', () => {
    expect(judged([host], { method: 'OPTIONS' })).toBe(403);
  });
});
