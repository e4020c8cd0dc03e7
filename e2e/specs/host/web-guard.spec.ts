import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright/test';
import { startFakeServer } from '../../../src/testing/fake-server/fake-server.ts';
import { expect, test } from '../../hosts/fixture.ts';

const connected = 'Demo server';

/** A foreign site on this machine: another port is another origin, but the same site. */
async function otherSite(): Promise<{ readonly origin: string; readonly server: Server }> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<!doctype html><link rel="icon" href="data:,"><title>Another site</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

/** Tries every attack that a page can make on the studio, and returns what it could read. */
function attack(page: Page, studio: string): Promise<readonly string[]> {
  return page.evaluate(async (target) => {
    const leaks: string[] = [];
    const read = async (name: string, options: RequestInit, path = '/'): Promise<void> => {
      try {
        const response = await fetch(target + path, options);
        const text = await response.text();
        if (response.type !== 'opaque' && response.ok) leaks.push(`${name} read ${text.length} characters`);
      } catch {
        // Refused, as expected.
      }
    };
    const body = JSON.stringify({ code: 'guess' });
    await read('fetch', {});
    await read('no-cors', { mode: 'no-cors' });
    await read('script file', {}, '/assets/index.js');
    await read(
      'json post',
      { method: 'POST', headers: { 'content-type': 'application/json' }, body },
      '/session',
    );
    await read(
      'text post',
      { method: 'POST', mode: 'no-cors', headers: { 'content-type': 'text/plain' }, body },
      '/session',
    );
    await new Promise<void>((resolve) => {
      const socket = new WebSocket(`${target.replace('http', 'ws')}/socket`);
      socket.addEventListener('open', () => {
        leaks.push('socket opened');
        socket.close();
      });
      for (const event of ['open', 'error']) socket.addEventListener(event, () => resolve());
    });
    return leaks;
  }, studio);
}

test('the code is gone from the address, and a reload needs none', async ({ studio }) => {
  const { page } = studio;
  await expect(page.getByText(connected).first()).toBeVisible();
  const { origin } = new URL(page.url());
  expect(page.url()).toBe(`${origin}/`);
  await page.reload();
  await expect(page.getByText(connected).first()).toBeVisible();
  expect(await page.evaluate(() => document.cookie)).toBe('');
});

test('a page without a code shows how to get in, and nothing else', async ({ studio, playwright }) => {
  const { origin } = new URL(studio.page.url());
  const browser = await playwright.chromium.launch();
  try {
    const page = await browser.newPage();
    await page.goto(`${origin}/#code=guess`);
    await expect(page.getByText(/address/).first()).toBeVisible();
    await expect(page.getByText(connected)).toHaveCount(0);
    expect(page.url()).toBe(`${origin}/`);
  } finally {
    await browser.close();
  }
});

test('a name that was rebound to this machine reaches nothing', async ({ studio, playwright }) => {
  const { port } = new URL(studio.page.url());
  const args = [
    '--host-resolver-rules=MAP rebound.test 127.0.0.1',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
  const browser = await playwright.chromium.launch({ args });
  try {
    const page = await browser.newPage();
    for (const path of ['/', '/assets/index.js', '/nothing', '/session']) {
      const response = await page.goto(`http://rebound.test:${port}${path}`);
      expect(response?.status()).toBe(421);
    }
    expect(await attack(page, `http://rebound.test:${port}`)).toEqual([]);
  } finally {
    await browser.close();
  }
});

test('another site of this machine reads nothing, opens no socket and frames nothing', async ({
  studio,
  playwright,
}) => {
  const target = new URL(studio.page.url()).origin;
  const { origin, server } = await otherSite();
  const browser = await playwright.chromium.launch();
  try {
    const page = await browser.newPage();
    for (const site of [origin, origin.replace('127.0.0.1', 'localhost')]) {
      await page.goto(site);
      expect(await attack(page, target)).toEqual([]);
      await page.evaluate((url) => {
        const frame = document.createElement('iframe');
        frame.src = url;
        document.body.append(frame);
        return new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
      }, target);
      const framed = () => page.frames().find((frame) => frame.parentFrame() !== null);
      await expect.poll(() => framed()?.url()).toBe('chrome-error://chromewebdata/');
    }
    // A sandboxed frame has the origin "null". It tries by itself and reports to its page: a new frame may
    // still move to another process, which drops requests from outside.
    const outcome = await page.evaluate(
      (url) =>
        new Promise<unknown>((resolve) => {
          addEventListener('message', (event) => resolve(event.data), { once: true });
          const frame = document.createElement('iframe');
          frame.setAttribute('sandbox', 'allow-scripts');
          frame.srcdoc = `<script>
            const socket = new WebSocket(${JSON.stringify(url)});
            const tell = (event) => parent.postMessage(origin + ': ' + event.type, '*');
            socket.addEventListener('open', tell);
            socket.addEventListener('error', tell);
          </script>`;
          document.body.append(frame);
        }),
      `${target.replace('http', 'ws')}/socket`,
    );
    expect(outcome).toBe('null: error');
  } finally {
    await browser.close();
    server.close();
  }
});

test('injected scripts do not run in the window', async ({ studio }) => {
  const { page } = studio;
  const effects = await page.evaluate(async () => {
    const marks = globalThis as { ran?: string };
    const attempts: Record<string, () => void> = {
      inline: () => {
        const script = document.createElement('script');
        script.append('globalThis.ran = "inline"');
        document.head.append(script);
      },
      markup: () => void (document.body.innerHTML += '<img src="x" onerror="globalThis.ran = \'markup\'">'),
      text: () => void setTimeout('globalThis.ran = "text"' as unknown as () => void),
      remote: () => {
        const script = document.createElement('script');
        script.src = 'https://evil.test/x.js';
        document.head.append(script);
      },
    };
    const error: string[] = [];
    for (const [name, attempt] of Object.entries(attempts)) {
      try {
        attempt();
      } catch {
        error.push(name);
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
    return { ran: marks.ran ?? null, error };
  });
  expect(effects.ran).toBeNull();
  // Trusted Types block these before they are tried.
  expect(effects.error).toEqual(['markup', 'text', 'remote']);
});

test('the address that `langgraph dev` opens in a new tab fills in a form of the open studio', async ({
  studio,
}) => {
  const { page } = studio;
  const server = await startFakeServer();
  const tab = await page.context().newPage();
  await expect(page.getByText(connected).first()).toBeVisible();
  await tab.goto(`${new URL(page.url()).origin}/studio/?baseUrl=${encodeURIComponent(server.url)}`);
  const dialog = page.getByRole('dialog', { name: 'Add a server' });
  await expect(dialog.getByLabel('Address')).toHaveValue(server.url);
  await expect(dialog.getByRole('status')).toContainText('Nothing has been sent to it');
  expect(server.requests).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await tab.close();
  await server.close();
});
