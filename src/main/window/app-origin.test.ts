import { describe, expect, it } from 'vitest';
import { appOrigin, builtSource, chooseSource, isFromSource, urlOrigin } from './app-origin.ts';

describe('the page that a window opens', () => {
  it('is the build, and nothing else, in a packaged program', () => {
    for (const url of [undefined, '', 'http://localhost:5173', 'https://studio.example', 'file:///tmp/x']) {
      expect(chooseSource(url, true)).toEqual({ origin: 'app://studio', startUrl: 'app://studio/' });
    }
  });

  it('is Vite’s server on this machine while developing', () => {
    expect(chooseSource('http://localhost:5173', false)).toEqual({
      origin: 'http://localhost:5173',
      startUrl: 'http://localhost:5173/',
    });
    expect(chooseSource('http://127.0.0.1:5173/', false).origin).toBe('http://127.0.0.1:5173');
  });

  it.each([
    'https://localhost:5173',
    'http://studio.example',
    'http://localhost.evil',
    'file:///tmp',
    'no address',
  ])('is the build when the environment names %s', (url) =>
    expect(chooseSource(url, false)).toBe(builtSource),
  );
});

describe('the origin of an address', () => {
  it.each([
    ['app://studio/', appOrigin],
    ['app://studio/assets/a.js?b#c', appOrigin],
    ['app://studio.evil/', 'app://studio.evil'],
    ['app://studio:80/', 'app://studio:80'],
    ['app://user@studio/', null],
    ['https://app://x', 'https://app'],
    ['no address', null],
    ['about:blank', 'about://'],
  ])('of %s is %s', (address, origin) => expect(urlOrigin(address)).toBe(origin));

  it('lies within the source only when it is the same exactly', () => {
    expect(isFromSource(builtSource, 'app://studio/x')).toBe(true);
    expect(isFromSource(builtSource, 'app://Studio/x')).toBe(false);
    expect(isFromSource(builtSource, 'app:studio/x')).toBe(false);
    expect(isFromSource(builtSource, 'app:///studio')).toBe(false);
  });
});
