import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { contentSecurityPolicy } from '../shared/content-security-policy.ts';
import { readStaticFiles } from './static-files.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-window-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(
    join(folder, 'index.html'),
    '<meta property="csp-nonce" nonce="__CSP_NONCE__"><script nonce="__CSP_NONCE__">',
  );
  await writeFile(join(folder, 'assets', 'index-abc.js'), 'export {};');
  await writeFile(join(folder, 'assets', 'index-abc.js.map'), '{}');
});

afterEach(() => rm(folder, { recursive: true }));

describe('the page', () => {
  test('has a nonce of its own in each load, the same in its text and its policy', async () => {
    const files = await readStaticFiles(folder);
    const nonces = Array.from({ length: 50 }, () => {
      const page = files.find('/');
      const nonce = /nonce="([^"]+)"/.exec(String(page?.body))?.[1] ?? '';
      expect(page?.headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
      expect(String(page?.body)).not.toContain('__CSP_NONCE__');
      return nonce;
    });
    expect(new Set(nonces).size).toBe(50);
  });

  test('is the one that both hosts send', async () => {
    const files = await readStaticFiles(folder);
    const policy = files.find('/index.html')?.headers['content-security-policy'] ?? '';
    expect(policy).toBe(contentSecurityPolicy(/'nonce-([^']+)'/.exec(policy)?.[1] ?? ''));
    expect(files.find('/')?.headers['cache-control']).toBe('no-store');
  });
});

test('files are found by their exact path, with their type; unknown types are not served', async () => {
  const files = await readStaticFiles(folder);
  expect(files.find('/assets/index-abc.js')?.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'private, max-age=31536000, immutable',
  });
  expect(files.find('/assets/index-abc.js.map')).toBeUndefined();
  expect(files.find('/assets/../index.html')).toBeUndefined();
});

test('a missing build is reported in words', async () => {
  await expect(readStaticFiles(join(folder, 'assets'))).rejects.toMatchObject({
    hint: 'Build it with: npm run build',
  });
  await expect(readStaticFiles(join(folder, 'missing'))).rejects.toMatchObject({ code: 'not-found' });
});
