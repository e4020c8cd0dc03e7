import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { chromiumArgs } from '../../chromium-args.ts';
import { hostSuffix } from './addresses.ts';
import { Cdp } from './cdp.ts';

export interface Chromium {
  readonly cdp: Cdp;
  /** The line that Playwright waits for on the double's stderr. */
  readonly devToolsLine: string;
  close(): Promise<void>;
}

const candidates = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Starts a headless Chromium. `port`: the loopback server behind every custom scheme. */
export async function startChromium(profile: string, port: number): Promise<Chromium> {
  const path = process.env['CHROMIUM'] ?? candidates.find((candidate) => existsSync(candidate));
  if (!path) throw new Error('electron double: no Chromium was found; name one with CHROMIUM');
  const child = spawn(path, switches(profile, port), { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] });
  const exited = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
  // Chromium must not survive when this process exits abruptly.
  process.on('exit', () => child.kill('SIGKILL'));
  const [, , stderr, write, read] = child.stdio;
  const cdp = new Cdp(write as Writable, read as Readable);
  const devToolsLine = await findDevToolsLine(stderr as Readable, exited);

  return {
    cdp,
    devToolsLine,
    async close() {
      cdp
        .target()
        .send('Browser.close')
        .catch(() => undefined);
      const deadline = setTimeout(() => child.kill('SIGKILL'), 3_000);
      await exited;
      clearTimeout(deadline);
    },
  };
}

async function findDevToolsLine(stderr: Readable, exited: Promise<void>): Promise<string> {
  const lines = createInterface({ input: stderr });
  const said: string[] = [];
  const address = new Promise<string>((resolve) => {
    lines.on('line', (line) => {
      if (line.startsWith('DevTools listening on ws:')) resolve(line);
      else if (said.length < 50) said.push(line);
    });
  });
  const gone = exited.then(() => {
    throw new Error(`electron double: Chromium exited\n${said.join('\n')}`);
  });
  gone.catch(() => undefined);
  return Promise.race([address, gone]);
}

function switches(profile: string, port: number): string[] {
  const headed = process.env['ELECTRON_DOUBLE_HEADED'] === '1';
  return [
    '--remote-debugging-pipe',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    `--host-resolver-rules=MAP *${hostSuffix} 127.0.0.1:${port}, MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1`,
    '--no-startup-window',
    ...(headed ? [] : ['--headless=new']),
    ...chromiumArgs,
    '--disable-background-networking',
    '--disable-background-timer-throttling',
    '--disable-backgrounding-occluded-windows',
    '--disable-component-update',
    '--disable-dev-shm-usage',
    '--disable-extensions',
    '--disable-renderer-backgrounding',
    '--disable-sync',
    '--force-color-profile=srgb',
    '--hide-scrollbars',
    '--mute-audio',
    '--no-default-browser-check',
    '--no-first-run',
    '--password-store=basic',
    '--use-mock-keychain',
  ];
}
