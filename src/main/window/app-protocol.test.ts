import { mkdtempSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anyText, fc } from '../../testing/fast-check.ts';
import { scaled } from '../../testing/test-scale.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentSecurityPolicy } from '../../shared/content-security-policy.ts';
import { listAppFiles, createAppProtocol, type AppRequest } from './app-protocol.ts';

const folder = mkdtempSync(join(tmpdir(), 'app-protocol-'));
const build = join(folder, 'renderer');
const page =
  '<meta property="csp-nonce" nonce="__CSP_NONCE__"><link nonce="__CSP_NONCE__" href="/assets/a b.css">';
let answer: (request: AppRequest) => Promise<Response>;

beforeAll(() => {
  mkdirSync(join(build, 'assets'), { recursive: true });
  writeFileSync(join(build, 'index.html'), page);
  writeFileSync(join(build, 'assets/main.js'), 'const nonce = "__CSP_NONCE__";');
  writeFileSync(join(build, 'assets/a b.css'), 'a {}');
  writeFileSync(join(build, 'assets/inter.woff2'), new Uint8Array([0, 255, 1]));
  writeFileSync(join(folder, 'secret.txt'), 'canary');
  symlinkSync(join(folder, 'secret.txt'), join(build, 'assets/link.txt'));
  answer = createAppProtocol(listAppFiles(build));
});
afterAll(() => rmSync(folder, { recursive: true }));

const get = (url: string): Promise<Response> => answer({ method: 'GET', url });

describe('the files of the build', () => {
  it('serves the page at the root and by its name', async () => {
    for (const url of ['app://studio/', 'app://studio/index.html', 'app://studio/?a=1']) {
      const response = await get(url);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    }
  });

  it('serves scripts, styles and fonts unchanged with their types', async () => {
    const script = await get('app://studio/assets/main.js');
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await script.text()).toBe('const nonce = "__CSP_NONCE__";');
    expect((await get('app://studio/assets/a%20b.css')).headers.get('content-type')).toMatch('text/css');
    const font = await get('app://studio/assets/inter.woff2');
    expect(font.headers.get('content-type')).toBe('font/woff2');
    expect(new Uint8Array(await font.arrayBuffer())).toEqual(new Uint8Array([0, 255, 1]));
  });

  it('responds to HEAD without a body', async () => {
    const response = await answer({ method: 'HEAD', url: 'app://studio/' });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
  });
});

describe('the policy', () => {
  it('is part of every response, with a nonce of this page load only', async () => {
    const nonces = new Set<string>();
    for (let load = 0; load < 20; load += 1) {
      const response = await get('app://studio/');
      const policy = response.headers.get('content-security-policy') ?? '';
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
      expect(policy).toBe(contentSecurityPolicy(nonce));
      expect(nonce).toMatch(/^[A-Za-z0-9+/]{24}$/);
      expect(await response.text()).toBe(page.replaceAll('__CSP_NONCE__', nonce));
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(20);
  });

  it('is part of error responses, too', async () => {
    for (const response of [
      await get('app://studio/none'),
      await answer({ method: 'POST', url: 'app://studio/' }),
    ]) {
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });
});

describe('what is not in the list', () => {
  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'get', ''])('the method "%s" is refused', async (method) => {
    const response = await answer({ method, url: 'app://studio/' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD');
  });

  it.each([
    'app://studio/../secret.txt',
    'app://studio/%2e%2e/secret.txt',
    'app://studio/%2e%2e%2fsecret.txt',
    'app://studio/..%5csecret.txt',
    'app://studio/assets\\main.js',
    'app://studio//assets/main.js',
    'app://studio/assets//main.js',
    'app://studio/assets/main.js/',
    'app://studio/assets/main.js%00',
    'app://studio/assets/main.js%00.css',
    'app://studio/ASSETS/MAIN.JS',
    'app://studio/ASSETS~1/main.js',
    'app://studio/assets',
    'app://studio/assets/',
    'app://studio/assets/link.txt',
    'app://studio/assets/a%2520b.css',
    `app://studio/${join(folder, 'secret.txt')}`,
    'app://studio.evil/index.html',
    'app://evil/index.html',
    'app:///index.html',
    'app:index.html',
    'app://user@studio/index.html',
    'app://studio:1/index.html',
    'file:///etc/passwd',
    'https://studio/index.html',
    'no address',
  ])('%s is not found', async (url) => {
    expect((await get(url)).status).toBe(404);
  });

  it('random addresses get a listed file or nothing', async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '..',
        '.',
        '%2e%2e',
        '%2f',
        '%5c',
        '\\',
        '//',
        '%00',
        '~1',
        'assets',
        'main.js',
        'index.html',
      ),
      anyText({ maxLength: 8 }),
      fc.webPath(),
    );
    const start = fc.constantFrom(
      'app://studio/',
      'app://studio',
      'app:',
      'app://',
      'file://',
      'app://studio/assets/',
    );
    const address = fc.tuple(start, fc.array(piece, { maxLength: 6 }), fc.constantFrom('/', '', '%2f'));
    const files = listAppFiles(build);
    await fc.assert(
      fc.asyncProperty(address, async ([head, pieces, glue]) => {
        const url = head + pieces.join(glue);
        const response = await get(url);
        expect(response.status === 404 || files.has(new URL(url).pathname)).toBe(true);
        expect([200, 404]).toContain(response.status);
        expect(await response.text()).not.toContain('canary');
      }),
      { numRuns: scaled(5_000) },
    );
  });
});
