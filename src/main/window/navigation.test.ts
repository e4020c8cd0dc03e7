import { EventEmitter } from 'node:events';
import type { HandlerDetails, WindowOpenHandlerResponse } from 'electron';
import { describe, expect, it } from 'vitest';
import { safeLink } from '../../services/network/safe-link.ts';
import { builtSource } from './app-origin.ts';
import { guardNavigation, type GuardedContents } from './navigation.ts';

type OpenHandler = (details: HandlerDetails) => WindowOpenHandlerResponse;

class FakeContents extends EventEmitter {
  openHandler: OpenHandler = () => ({ action: 'allow' });
  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler;
  }
}

function guarded() {
  const contents = new FakeContents();
  const opened: string[] = [];
  const refused: string[] = [];
  guardNavigation(contents as unknown as GuardedContents, {
    source: builtSource,
    openLink: async (url) => void opened.push(safeLink(url)),
    onRefused: (what) => refused.push(what),
  });
  const isPrevented = (name: string, url: string): boolean => {
    let prevented = false;
    contents.emit(name, { url, preventDefault: () => (prevented = true) }, url);
    return prevented;
  };
  const open = (url: string): WindowOpenHandlerResponse => contents.openHandler({ url } as HandlerDetails);
  return { contents, opened, refused, isPrevented, open };
}

const foreign = [
  'https://example.com/',
  'http://127.0.0.1:8080/',
  'http://localhost/',
  'app://studio.evil/',
  'app://evil/studio',
  'app:///studio',
  'app://studio@evil/',
  'app://user:word@studio/',
  'app://studio:1/',
  'https://app://studio/',
  'https://studio/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,<script>1</script>',
  'blob:app://studio/0',
  'about:blank',
  'chrome://settings',
  'no address',
];
const events = ['will-navigate', 'will-frame-navigate', 'will-redirect'];

describe.each(events)('%s', (name) => {
  it.each(foreign)('is prevented for %s', (url) => {
    expect(guarded().isPrevented(name, url)).toBe(true);
  });

  it.each(['app://studio/', 'app://studio/index.html#x', 'app://studio/?a=b'])('is allowed for %s', (url) => {
    expect(guarded().isPrevented(name, url)).toBe(false);
  });
});

it('no webview attaches', () => {
  const { isPrevented, refused } = guarded();
  expect(isPrevented('will-attach-webview', 'app://studio/')).toBe(true);
  expect(refused).toHaveLength(1);
});

describe('a new window', () => {
  it.each([...foreign, 'app://studio/', ''])('is denied for "%s"', (url) => {
    expect(guarded().open(url)).toEqual({ action: 'deny' });
  });

  it('with an https link opens in the system’s browser', async () => {
    const { open, opened } = guarded();
    open('https://example.com/docs');
    expect(opened).toEqual(['https://example.com/docs']);
  });

  it('with any other link opens nothing', async () => {
    const { open, opened, refused } = guarded();
    const others = foreign.filter((url) => !url.startsWith('https:'));
    for (const url of others) open(url);
    await expect.poll(() => refused.length).toBe(others.length);
    expect(opened).toEqual([]);
  });
});
