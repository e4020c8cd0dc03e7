import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright/test';
import { expect, test } from '../../hosts/electron-fixture.ts';
import { chooseElectron, electronEnvironment, openElectron } from '../../hosts/electron.ts';
import { removeFolder } from '../../hosts/remove-folder.ts';
import { longWait } from '../../pages/limits.ts';

const root = resolve(import.meta.dirname, '../../..');

/** Calls the host over the page's own pipe, once the window stands. */
async function callHost(page: Page): Promise<string> {
  // The page's own hello, which it sends before it renders, ends every earlier call without an answer. A locator would wait
  // for the end of a navigation that was refused, which Playwright may never hear of.
  const stands = (): Promise<boolean> =>
    page.evaluate(() => document.querySelector('nav[aria-label="Views"]') !== null).catch(() => false);
  await expect.poll(stands, longWait()).toBe(true);
  return page.evaluate(
    () =>
      new Promise<string>((settle) => {
        const { studio } = window as unknown as {
          studio: { send(text: string): void; onMessage(listener: (message: unknown) => void): () => void };
        };
        const unsubscribe = studio.onMessage((text) => {
          if (typeof text !== 'string' || !text.includes('"id":987654')) return;
          unsubscribe();
          settle(text);
        });
        studio.send(JSON.stringify({ type: 'call', id: 987_654, method: 'app.info', input: {} }));
      }),
  );
}

test('the window opens the studio’s own page, and nothing else is loaded', async ({ application }) => {
  const addresses = await application.evaluate(({ webContents }) =>
    webContents.getAllWebContents().map((contents) => contents.getURL()),
  );
  expect(addresses).toHaveLength(1);
  expect(addresses[0]).toMatch(/^app:\/\/studio\//);
});

test('every window has the locked preferences, and the sandbox is on for all', async ({ application }) => {
  const preferences = await application.evaluate(({ webContents }) =>
    webContents.getAllWebContents().map((contents) => {
      const read: unknown = Reflect.get(contents, 'getLastWebPreferences');
      return typeof read === 'function' ? (Reflect.apply(read, contents, []) as Record<string, unknown>) : {};
    }),
  );
  expect(preferences).toHaveLength(1);
  expect(preferences[0]).toMatchObject({
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInSubFrames: false,
    nodeIntegrationInWorker: false,
    sandbox: true,
    webSecurity: true,
    webviewTag: false,
  });
});

test('the menu has the page’s commands, which follow what can be used and run in the page', async ({
  page,
  application,
}) => {
  const items = (): Promise<(readonly [string, boolean])[] | undefined> =>
    application.evaluate(({ Menu }) =>
      Menu.getApplicationMenu()?.items.flatMap((menu) =>
        (menu.submenu?.items ?? []).map((item) => [item.id, item.enabled] as const),
      ),
    );
  await expect.poll(items).toContainEqual(['command:view.palette', true]);
  await expect.poll(items).toContainEqual(['command:run.stop', false]);
  await application.evaluate(({ Menu }) =>
    Menu.getApplicationMenu()?.getMenuItemById('command:show.webhooks')?.click(),
  );
  await expect(page.getByRole('button', { name: 'Webhooks' })).toHaveAttribute('aria-current', 'page');
  // A pane that is covered has no commands.
  await expect.poll(items).toContainEqual(['command:view.sidebar', false]);
});

test('a folder is chosen in the dialog of the system; a cancelled one opens nothing', async ({
  page,
  application,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-project-'));
  const answer = (filePaths: string[]): Promise<void> =>
    application.evaluate(({ dialog }, paths) => {
      dialog.showOpenDialog = async () => {
        Reflect.set(globalThis, 'dialogClosed', true);
        return { canceled: paths.length === 0, filePaths: paths };
      };
    }, filePaths);
  const views = page.getByRole('navigation', { name: 'Views' });
  await views.getByRole('button', { name: 'Projects' }).click();
  const view = page.getByRole('region', { name: 'Projects', exact: true });
  await answer([]);
  await view.getByRole('button', { name: 'Open folder' }).first().click();
  // A cancelled dialog leaves no trace on the page; the next answer must not be its.
  await expect.poll(() => application.evaluate(() => Reflect.get(globalThis, 'dialogClosed'))).toBe(true);
  await expect(view).toContainText('Run a project of your own');
  await answer([folder]);
  await view.getByRole('button', { name: 'Open folder' }).first().click();
  await expect(view).toContainText('This folder has no langgraph.json.');
  await expect(view.getByRole('option')).toHaveCount(1);
  await views.getByRole('button', { name: 'Threads' }).click();
  await removeFolder(folder);
});

test('the page sees one frozen pipe, and nothing of Node or Electron', async ({ page }) => {
  const globals = await page.evaluate(() => {
    const names = ['require', 'module', 'process', 'Buffer', 'electron', 'ipcRenderer', '__electronDouble'];
    const studio: unknown = Reflect.get(window, 'studio');
    return {
      found: names.filter((name) => Reflect.get(window, name) !== undefined),
      studio: Object.keys(Object(studio)),
      frozen: Object.isFrozen(studio),
    };
  });
  expect(globals).toEqual({ found: [], studio: ['send', 'onMessage'], frozen: true });
});

test('the policy is a header with a nonce of its own for each load, and stops inline script', async ({
  page,
}) => {
  const nonceOf = async (): Promise<string> => {
    const answer = await page.reload();
    const policy = (await answer?.allHeaders())?.['content-security-policy'] ?? '';
    expect(policy).toContain("script-src 'self';");
    return /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
  };
  const first = await nonceOf();
  expect(first).not.toBe('');
  expect(await nonceOf()).not.toBe(first);

  const ran = await page.evaluate(async () => {
    // An inline script runs when it is inserted, or never.
    const script = document.createElement('script');
    script.append('window.ranInline = true');
    document.head.append(script);
    const address = 'data:text/javascript,export const ran = true';
    const imported = await import(address).then(
      () => true,
      () => false,
    );
    const style = document.createElement('style');
    style.append(':root { --planted: 1 }');
    document.head.append(style);
    const planted = getComputedStyle(document.documentElement).getPropertyValue('--planted');
    return { inline: Reflect.has(window, 'ranInline'), imported, planted };
  });
  expect(ran).toEqual({ inline: false, imported: false, planted: '' });
});

test('the page can’t be led elsewhere', async ({ page, application }) => {
  const before = page.url();
  for (const target of ['https://example.com/', 'http://127.0.0.1:9/', 'http://localhost:9/x']) {
    await page.evaluate((address) => {
      location.href = address;
    }, target);
    await page.evaluate((address) => {
      const link = document.createElement('a');
      link.href = address;
      document.body.append(link);
      link.click();
      link.remove();
    }, target);
    await page.evaluate((address) => {
      const form = document.createElement('form');
      form.action = address;
      document.body.append(form);
      form.submit();
      form.remove();
    }, target);
  }
  expect(await callHost(page)).toContain('"type":"result"');
  expect(page.url()).toBe(before);
  const address = await application.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.getURL(),
  );
  expect(address).toMatch(/^app:\/\/studio\//);
});

test('no window opens; an https link goes to the system, anything else nowhere', async ({
  page,
  application,
}) => {
  await application.evaluate(({ shell }) => {
    const opened: string[] = [];
    Reflect.set(globalThis, 'openedLinks', opened);
    shell.openExternal = async (address) => void opened.push(address);
  });
  const opened = (): Promise<string[]> =>
    application.evaluate(() => Reflect.get(globalThis, 'openedLinks') as string[]);
  const results = await page.evaluate(() =>
    [
      'file:///etc/passwd',
      'http://example.com/',
      'https://user@example.com/',
      'about:blank',
      'https://example.com/docs',
    ]
      .map((address) => window.open(address))
      .map((openedWindow) => openedWindow === null),
  );
  expect(results).toEqual([true, true, true, true, true]);
  await expect.poll(opened).toEqual(['https://example.com/docs']);
  expect(application.windows()).toHaveLength(1);
});

test('the page is refused what it asks of the system', async ({ page }) => {
  const answers = await page.evaluate(() =>
    Promise.all(
      ['geolocation', 'notifications', 'camera', 'microphone', 'midi', 'clipboard-read'].map(async (name) => {
        const { state } = await navigator.permissions.query({ name: name as PermissionName });
        return `${name}: ${state}`;
      }),
    ),
  );
  for (const answer of answers) expect(answer).toMatch(/: denied$/);
});

test('a download is cancelled', async ({ page, application }) => {
  await application.evaluate(({ session }) => {
    session.defaultSession.once('will-download', (event) =>
      Reflect.set(globalThis, 'downloadCancelled', event.defaultPrevented),
    );
  });
  await page.evaluate(() => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob(['text']));
    link.download = 'file.txt';
    document.body.append(link);
    link.click();
    link.remove();
  });
  await expect
    .poll(() => application.evaluate(() => Reflect.get(globalThis, 'downloadCancelled') as unknown))
    .toBe(true);
});

test('the menu has its parts, and its reload keeps the pipe working', async ({ page, application }) => {
  const ids = (): Promise<string[] | undefined> =>
    application.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map((item) => item.id));
  await expect
    .poll(ids)
    .toEqual([
      'studio',
      'edit',
      'commands:Run',
      'commands:State',
      'commands:Graph',
      'commands:Go',
      'view',
      'help',
    ]);
  for (let time = 0; time < 3; time += 1) {
    const loaded = page.waitForEvent('load');
    await application.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('reload')?.click());
    await loaded;
    expect(await callHost(page)).toContain('"host":"electron"');
  }
});

test('messages of a frame inside the page and of another window are refused', async ({
  application,
  page,
}) => {
  const heard = await application.evaluate(async ({ BrowserWindow }, channel) => {
    const [window] = BrowserWindow.getAllWindows();
    if (!window) throw new Error('There is no window.');
    const sent: string[] = [];
    const send = window.webContents.send.bind(window.webContents);
    window.webContents.send = (name: string, ...args: unknown[]) => {
      sent.push(String(args[0]));
      send(name, ...args);
    };
    const call = JSON.stringify({ type: 'call', id: 4711, method: 'app.info', input: {} });
    const frames = [
      null,
      { origin: 'app://studio', parent: {} },
      { origin: 'null', parent: null },
      { origin: 'https://example.com', parent: null },
    ];
    for (const senderFrame of frames) window.webContents.ipc.emit(channel, { senderFrame }, call);
    const other = new BrowserWindow({
      show: false,
      webPreferences: { sandbox: true, contextIsolation: true },
    });
    other.webContents.ipc.emit(channel, { senderFrame: { origin: 'app://studio', parent: null } }, call);
    other.destroy();
    Reflect.set(window.webContents, 'send', send);
    return sent.filter((text) => text.includes('4711'));
  }, 'studio:to-host');
  expect(heard).toEqual([]);
  expect(await callHost(page)).toContain('"type":"result"');
});

test('a second start shows the first one’s window and ends; its link only fills in a form', async ({
  application,
  dataFolder,
  studio,
}) => {
  const { program } = await chooseElectron();
  await application.evaluate(({ app }) => {
    app.once('second-instance', () => Reflect.set(globalThis, 'secondStart', true));
  });
  const flags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const link = 'remotegraph://open?baseUrl=http://unknown.example:2024';
  const args = [...flags, root, link];
  await promisify(execFile)(program, args, { cwd: root, env: electronEnvironment(dataFolder) });
  await expect
    .poll(() => application.evaluate(() => Reflect.get(globalThis, 'secondStart') as unknown))
    .toBe(true);
  // Asks the program, because Playwright's list keeps pages that were destroyed while being created.
  const windows = await application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
  expect(windows).toBe(1);
  const dialog = studio.page.getByRole('dialog', { name: 'Add a server' });
  await expect(dialog.getByLabel('Address')).toHaveValue('http://unknown.example:2024');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
});

test('a new window finds the studio as it was', async ({ studio }) => {
  const page = await studio.restartWindow();
  expect(await callHost(page)).toContain('"host":"electron"');
});

test('a page that crashed is there again, on the same pipe', async ({ playwright }) => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'remote-graph-studio-crash-'));
  const crashing = await openElectron({ dataFolder, playwright });
  const request = (): Promise<unknown> =>
    crashing.application.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript('typeof window.studio + window.marked'),
    );
  await crashing.page().evaluate(() => Reflect.set(window, 'marked', true));
  expect(await request()).toBe('objecttrue');
  await crashing.application.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
  );
  await expect.poll(() => request().catch(String), longWait()).toBe('objectundefined');
  await crashing.close();
  await removeFolder(dataFolder);
});
