import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from 'playwright/test';
import { WebSocket, WebSocketServer } from 'ws';
import { expect, test as base } from '../../hosts/fixture.ts';
import { openView } from '../../pages/history.ts';
import { dock, expectRun, openSheetTab, startRun } from '../../pages/runs.ts';
import { addAndUseServer } from '../../pages/servers.ts';
import { startFakeServer } from '../../../src/testing/fake-server/fake-server.ts';
import { startProgram, type Program } from '../../hosts/web.ts';
import { removeFolder } from '../../hosts/remove-folder.ts';

const connected = 'Demo server';

type NewContext = () => Promise<BrowserContext>;

/** Each spec starts its own web host in its own folder. */
const test = base.extend<{ readonly folder: string }>({
  folder: async ({ browserName }, provide) => {
    const folder = await mkdtemp(join(tmpdir(), `web-sessions-${browserName}-`));
    await provide(folder);
    await removeFolder(folder);
  },
});

test.describe.configure({ mode: 'parallel' });

async function withProgram(program: Program, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } finally {
    await program.stop();
  }
}

async function openTab(newContext: NewContext, address: string): Promise<Page> {
  const page = await (await newContext()).newPage();
  await page.goto(address);
  await expect(page.getByText(connected).first()).toBeVisible();
  return page;
}

test(
  '"End all other sessions" ends every other browser at once, by menu and by palette',
  { tag: '@full' },
  async ({ newContext, folder }) => {
    const program = startProgram(folder);
    await withProgram(program, async () => {
      const mine = await openTab(newContext, await program.firstAddress);
      const other = await openTab(newContext, await program.freshAddress());
      const unused = await program.freshAddress();

      await mine.getByRole('button', { name: 'Browser sessions' }).click();
      await expect(mine.getByText('1 other session', { exact: true })).toBeVisible();
      await mine.getByRole('menuitem', { name: /End all other sessions/ }).click();
      await expect(mine.getByText(/^Ended 1 other session/)).toBeVisible();

      await expect(other.getByText('This session has ended.')).toBeVisible();
      await expect(other.getByText(connected)).toHaveCount(0);
      await other.reload();
      await expect(other.getByText('This address has no session.')).toBeVisible();
      await other.goto(unused);
      await expect(other.getByText(/already used or has expired/)).toBeVisible();
      await expect(mine.getByText(connected).first()).toBeVisible();

      // The ended tab opens a new address, which differs from its own only in the code.
      await other.goto(await program.freshAddress());
      await expect(other.getByText(connected).first()).toBeVisible();
      await mine.keyboard.press('Control+k');
      await mine.getByRole('combobox').fill('end all other');
      await mine.keyboard.press('Enter');
      await expect(other.getByText('This session has ended.')).toBeVisible();
      await mine.reload();
      await expect(mine.getByText(connected).first()).toBeVisible();
    });
  },
);

test(
  'the first Ctrl-C names runs that will still report and goes on, the second ends; without such runs the first does',
  { tag: '@full' },
  async ({ newContext, folder }) => {
    test.skip(process.platform === 'win32', 'Windows has no process groups for Ctrl-C.');
    const server = await startFakeServer();
    const program = startProgram(folder, { ownTerminal: true });
    await withProgram(program, async () => {
      const page = await openTab(newContext, await program.firstAddress);
      await addAndUseServer(page, { address: server.url, name: 'Paused' });
      await openView(page, 'Threads');
      await openSheetTab(page, 'Options');
      await dock(page)
        .getByRole('button', { name: /^Webhook: / })
        .click();
      await page.getByRole('menuitemradio', { name: "The studio's listener" }).click();
      const paused = server.pauseBefore('confirm');
      await startRun(page, { id: 1 });
      await paused;
      await expectRun(page, 'running');
      program.interrupt();
      await expect.poll(() => program.output.join('\n')).toContain('Press Ctrl-C again to quit now.');
      expect(program.output.join('\n')).toMatch(/1 run will still report .* on Paused/s);
      // It still listens, and its window is served.
      const sent = server.requests.map(({ bodyText }) => /"webhook":"([^"]+)"/.exec(bodyText)?.[1] ?? '');
      const hook = sent.find((url) => url !== '') ?? '';
      expect((await fetch(new URL('/hook/none', hook), { method: 'POST' })).status).toBe(404);
      await expectRun(page, 'running');
      // Within a second, it would be the same Ctrl-C, forwarded.
      await pause(1_200);
      program.interrupt();
      await program.exited;
    });
    server.release();
    await server.close();

    const idle = startProgram(folder, { ownTerminal: true });
    await withProgram(idle, async () => {
      await idle.firstAddress;
      idle.interrupt();
      await idle.exited;
      expect(idle.output.join('\n')).not.toContain('Press Ctrl-C again');
    });
  },
);

test(
  'an address whose code is used up does not end a good session in its tab',
  { tag: '@full' },
  async ({ newContext, folder }) => {
    const program = startProgram(folder);
    await withProgram(program, async () => {
      const address = await program.firstAddress;
      const page = await openTab(newContext, address);
      // Leaves and returns by the old address, then reloads it.
      await page.goto('about:blank');
      await page.goto(address);
      await expect(page.getByText(connected).first()).toBeVisible();
      await page.evaluate((hash) => (location.hash = hash), new URL(address).hash);
      await page.reload();
      await expect(page.getByText(connected).first()).toBeVisible();
      await expect(page.getByText(/used before/)).toHaveCount(0);
      expect(page.url()).toBe(`${new URL(address).origin}/`);
    });
  },
);

test(
  'a window beyond the thirty-second says so, and opens when one is closed',
  { tag: '@full' },
  async ({ newContext, folder }) => {
    const program = startProgram(folder);
    const sockets: WebSocket[] = [];
    await withProgram(program, async () => {
      const page = await openTab(newContext, await program.firstAddress);
      const { origin, host } = new URL(page.url());
      const token = await page.evaluate(() => sessionStorage.getItem('studio.session'));
      for (let count = 0; count < 31; count += 1) {
        const socket = new WebSocket(`ws://${host}/socket`, { headers: { origin } });
        sockets.push(socket);
        await once(socket, 'open');
        socket.send(JSON.stringify({ type: 'auth', token }));
        await once(socket, 'message');
      }
      const late = await (await newContext()).newPage();
      await late.goto(await program.freshAddress());
      await expect(late.getByText(/^Too many windows of this studio are open\. Close one/)).toBeVisible();
      sockets[0]?.close();
      await expect(late.getByText(connected).first()).toBeVisible();
      await expect(late.getByText(/^Too many windows/)).toHaveCount(0);
    });
    for (const socket of sockets) socket.terminate();
  },
);

test(
  'a program that takes the port after the studio ended learns nothing from a tab that is still open',
  { tag: '@full' },
  async ({ newContext, folder }) => {
    const program = startProgram(folder);
    const address = new URL(await program.firstAddress);
    const page = await openTab(newContext, address.href);
    await program.stop();
    const received: string[] = [];
    const impostor = new WebSocketServer({ host: '127.0.0.1', port: Number(address.port), path: '/socket' });
    impostor.on('connection', (socket) => {
      socket.on('message', (data: Buffer) => received.push(data.toString()));
      socket.send(JSON.stringify({ type: 'ready' }));
      socket.send(JSON.stringify({ type: 'ready', proof: 'x'.repeat(43) }));
    });
    try {
      await expect(page.getByText('Another program is responding at this address.')).toBeVisible();
      // Only the token, which ended with the studio.
      expect(received.map((text) => (JSON.parse(text) as { type: string }).type)).toEqual(['auth']);
    } finally {
      impostor.close();
      for (const client of impostor.clients) client.terminate();
    }
  },
);

test('a folder that others can write to is refused, with nothing in the terminal that could move it', async ({
  folder,
}) => {
  test.skip(process.platform === 'win32', 'folders have no modes there');
  const open = join(folder, 'a\u001b]0;title\u0007\u202eb');
  await mkdir(open);
  await chmod(open, 0o777);
  const output = await startProgram(open).firstAddress.catch(String);
  expect(output).toContain('Other users of this machine can write to the data folder');
  expect(output).toContain(String.raw`a\u001b]0;title\u0007\u202eb`);
  for (const character of ['\u001b', '\u0007', '\u202e']) expect(output).not.toContain(character);
});

/** Replaces `xdg-open`: keeps running and records how it was started. */
async function fakeBrowser(folder: string): Promise<{ env: NodeJS.ProcessEnv; opened(): Promise<string> }> {
  const log = join(folder, 'opened');
  const program = join(folder, 'xdg-open');
  await writeFile(
    program,
    `#!/bin/sh\nprintf '%s' "$*" > '${log}.part'\nmv '${log}.part' '${log}'\nsleep 2\n`,
  );
  await chmod(program, 0o755);
  return {
    env: { PATH: `${folder}:${process.env['PATH'] ?? ''}`, DISPLAY: ':99' },
    async opened() {
      await expect.poll(() => readFile(log, 'utf8').catch(() => '')).not.toBe('');
      return readFile(log, 'utf8');
    },
  };
}

const pollProgram = `
  const { readdirSync, readFileSync } = require('node:fs');
  const seen = new Set();
  const look = () => {
    for (const pid of readdirSync('/proc').filter((name) => /^\\d+$/.test(name))) {
      for (const file of ['cmdline', 'environ']) {
        try { seen.add(file + ' ' + readFileSync('/proc/' + pid + '/' + file, 'utf8')); } catch {}
      }
    }
  };
  look();
  const timer = setInterval(look, 5);
  console.log('polling');
  process.stdin.resume().once('end', () => { clearInterval(timer); look(); console.log(JSON.stringify([...seen])); });
`;

/** Polls arguments and environments of all processes as a user, until the returned function is called. */
async function pollProcesses(uid: number): Promise<() => Promise<readonly string[]>> {
  const poll = spawn(process.execPath, ['-e', pollProgram], { uid, gid: uid, cwd: '/', env: {} });
  const chunks: Buffer[] = [];
  poll.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(poll.stdout, 'data');
  return async () => {
    poll.stdin.end();
    await once(poll, 'close');
    return JSON.parse(Buffer.concat(chunks).toString().split('\n')[1] ?? '[]') as string[];
  };
}

test.describe('starting the browser', () => {
  test.skip(
    process.platform !== 'linux' || process.getuid?.() !== 0,
    'needs /proc, and root to look as others',
  );

  test(
    'no argument or environment of any process holds a code, as root and as nobody see them (Linux, root)',
    { tag: '@full' },
    async ({ newContext, folder }) => {
      const { env, opened } = await fakeBrowser(folder);
      const ends = await Promise.all([0, 65_534].map(pollProcesses));
      const data = join(folder, 'data');
      const program = startProgram(data, { open: true, env });
      await withProgram(program, async () => {
        const printed = await program.firstAddress;
        const url = await opened();
        const path = fileURLToPath(url);
        const page = await readFile(path, 'utf8');
        const code = /#code=([\w-]+)/.exec(page)?.[1] ?? '';
        expect(code).toHaveLength(43);

        // The browser continues to the studio, which lets it in; the file is deleted.
        const tab = await (await newContext()).newPage();
        await tab.goto(url);
        await expect(tab.getByText(connected).first()).toBeVisible();
        expect(tab.url()).toBe(`${new URL(printed).origin}/`);
        await expect.poll(() => readdir(join(data, 'launch')).catch(() => 'gone')).toBe('gone');

        const [asRoot = [], asNobody = []] = await Promise.all(ends.map((end) => end()));
        // The polls did see the start of the browser, and its environment where permitted.
        const hasStart = (texts: readonly string[]) =>
          texts.some((text) => text.startsWith('cmdline') && text.includes(url));
        expect(hasStart(asRoot)).toBe(true);
        expect(hasStart(asNobody)).toBe(true);
        expect(asRoot.some((text) => text.startsWith('environ') && text.includes('DISPLAY=:99'))).toBe(true);
        const codes = [code, new URL(printed).hash.slice('#code='.length)];
        for (const text of [...asRoot, ...asNobody]) for (const one of codes) expect(text).not.toContain(one);
      });
    },
  );
});

test.describe('strangers', () => {
  test.skip(process.platform !== 'linux', 'reads the memory of a process from /proc');

  const rssOf = async (pid: number): Promise<number> => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
  };

  /** The memory when it has been stable within a megabyte for three seconds. */
  const settledRss = async (pid: number): Promise<number> => {
    let last = 0;
    let quiet = 0;
    while (quiet < 3) {
      const now = await rssOf(pid);
      quiet = Math.abs(now - last) < 1024 * 1024 ? quiet + 1 : 0;
      last = now;
      await pause(1_000);
    }
    return last;
  };

  test(
    '40 silent and 31 talking ones cost 16 MB at most, and a window opens beside them (Linux)',
    { tag: '@full' },
    async ({ newContext, folder }) => {
      // Memory must be stable for three seconds before it is measured.
      test.slow();
      const program = startProgram(folder);
      const sockets: WebSocket[] = [];
      await withProgram(program, async () => {
        const { origin, host } = new URL(await program.firstAddress);
        const connect = async (): Promise<WebSocket> => {
          const socket = new WebSocket(`ws://${host}/socket`, { headers: { origin } });
          sockets.push(socket);
          socket.on('error', () => undefined);
          await once(socket, 'open');
          return socket;
        };
        const part = 'x'.repeat(1024 * 1024);
        const openStrangers = async (megabytes: number): Promise<void> => {
          for (let count = 0; count < 40; count += 1) await connect();
          for (let count = 0; count < 31; count += 1) {
            const socket = await connect();
            // A message that never ends and would be buffered completely.
            for (let piece = 0; piece < megabytes; piece += 1) socket.send(part, { fin: false });
          }
        };
        // No window is open, whose work would count, and the memory of the start has settled.
        const before = await settledRss(program.pid);
        await openStrangers(15);
        let max = before;
        for (let look = 0; look < 20; look += 1) {
          await pause(50);
          max = Math.max(max, await rssOf(program.pid));
        }
        expect((max - before) / 1024 / 1024).toBeLessThan(16);

        await openStrangers(1);
        await openTab(newContext, await program.freshAddress());
      });
      for (const socket of sockets) socket.terminate();
    },
  );
});
