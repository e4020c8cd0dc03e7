import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { createInterface } from 'node:readline';
import { resolve } from 'node:path';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright/test';
import type { OpenHost } from './host.ts';
import { prepareForKnownUser } from '../../scripts/lib/known-user.mjs';

const addressLine = /^ {2}(http:\/\/127\.0\.0\.1:\d+\/#code=[\w-]+)$/;

/** Reduced motion, because animations would take a sixth of the CPU time; specs on Electron cover them. */
export const contextOptions: BrowserContextOptions = {
  viewport: { width: 1440, height: 900 },
  reducedMotion: 'reduce',
};

/** The web host as a user starts it, in its own context. */
export const openWeb: OpenHost = async ({ dataFolder, browser }) => {
  let program = startProgram(dataFolder);
  const context = await browser()
    .then((one) => one.newContext(contextOptions))
    .catch(async (error: unknown) => {
      await program.stop();
      throw error;
    });
  try {
    let page = await openWindow(context, await program.firstAddress);
    return {
      kind: 'web',
      runsOn: `web (Chromium ${context.browser()?.version() ?? 'unknown'})`,
      page: () => page,
      async restartWindow() {
        await page.close();
        page = await openWindow(context, await program.freshAddress());
        return page;
      },
      async killAndRestart(onKilled) {
        await page.close();
        await program.kill();
        onKilled?.();
        program = startProgram(dataFolder);
        page = await openWindow(context, await program.firstAddress);
        return page;
      },
      async close() {
        await context.close();
        await program.stop();
      },
    };
  } catch (error) {
    await context.close();
    await program.stop();
    throw error;
  }
};

async function openWindow(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

export interface Program {
  readonly pid: number;
  readonly firstAddress: Promise<string>;
  /** Presses Enter in the program's terminal and returns the printed address. */
  freshAddress(): Promise<string>;
  /** What it printed, line by line. */
  readonly output: readonly string[];
  /** Resolves when it has ended. */
  readonly exited: Promise<void>;
  /** Presses Ctrl-C in its terminal, which all processes of it receive. Needs `ownTerminal`. */
  interrupt(): void;
  /** Kills it, so that it can't clean up. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the built web host. `open` lets it open a browser, as for a user; `isNewcomer` leaves the data folder empty; `ownTerminal` gives it a process group.
 */
export function startProgram(
  dataFolder: string,
  {
    open = false,
    ownTerminal = false,
    isNewcomer = false,
    env = {},
  }: {
    readonly open?: boolean;
    readonly ownTerminal?: boolean;
    readonly isNewcomer?: boolean;
    readonly env?: NodeJS.ProcessEnv;
  } = {},
): Program {
  if (!isNewcomer) prepareForKnownUser(dataFolder);
  const args = ['scripts/start.mjs', '--web', '--no-build', '--port', '0'];
  const child = spawn(process.execPath, open ? args : [...args, '--no-open'], {
    // `npm run test:servers` names an installation whose demo server is another one.
    cwd: process.env['E2E_INSTALLATION'] ?? resolve(import.meta.dirname, '../..'),
    env: { ...process.env, ...env, REMOTE_GRAPH_STUDIO_DATA: dataFolder },
    detached: ownTerminal,
  });
  const output: string[] = [];
  const waiting: ((address: string) => void)[] = [];
  const failing: ((error: Error) => void)[] = [];
  const exited = new Promise<void>((done) => child.once('close', () => done()));
  readLines(child, (line) => {
    output.push(line);
    const address = addressLine.exec(line)?.[1];
    if (address !== undefined) waiting.shift()?.(address);
  });
  const nextAddress = (): Promise<string> =>
    new Promise((done, fail) => {
      waiting.push(done);
      failing.push(fail);
    });
  void exited.then(() => {
    for (const fail of failing) fail(new Error(`The web host ended.\n${output.join('\n')}`));
  });
  return {
    pid: child.pid ?? 0,
    firstAddress: nextAddress(),
    output,
    exited,
    interrupt: () => void process.kill(-(child.pid ?? 0), 'SIGINT'),
    freshAddress() {
      const address = nextAddress();
      child.stdin.write('\n');
      return address;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

export interface TeamProgram {
  /** Where the proxy reaches it. */
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts the built web host for the team of this file, and waits until its proxy can call it. */
export async function startTeamProgram(dataFolder: string, teamFile: string): Promise<TeamProgram> {
  const program = startProgram(dataFolder, { env: { REMOTE_GRAPH_STUDIO_TEAM: teamFile } });
  program.firstAddress.catch(() => undefined);
  const ended = program.exited.then(() => true);
  for (;;) {
    const port = /reaches the studio at http:\/\/127\.0\.0\.1:(\d+)/.exec(program.output.join('\n'))?.[1];
    if (port !== undefined) return { port: Number(port), stop: () => program.stop() };
    const isOver = await Promise.race([ended, new Promise<boolean>((done) => setTimeout(done, 50, false))]);
    if (isOver) throw new Error(`The web host ended.\n${program.output.join('\n')}`);
  }
}

function readLines(child: ChildProcessWithoutNullStreams, onLine: (line: string) => void): void {
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', onLine);
}
