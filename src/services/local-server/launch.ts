import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { ChildHandle, Platform } from '../common/platform.ts';
import { childEnvironment } from './child-environment.ts';
import type { LocalServerAccess } from './local-server.ts';
import { verifyAuthGuard } from './verify-auth-guard.ts';

/** What the child tells (`resources/demo-server/entry.mjs`). */
const Told = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('ready'),
    nonce: z.string(),
    host: z.string().regex(/^127\.0\.0\.1:\d{1,5}$/),
  }),
  z.object({ type: z.literal('note'), text: z.string() }),
  z.object({ type: z.literal('failed'), text: z.string() }),
]);

/** Milliseconds in which a killed process is expected to be gone. */
const afterKillMs = 2_000;

/** One start of the demo server's process. */
export interface Launch {
  /** `null` until the process exists: Electron's utility processes are started later than asked for. */
  pid(): number | null;
  /** Resolves when this process answered with its own token; rejects with an `Error` that says why not. */
  readonly ready: Promise<LocalServerAccess>;
  /** Resolves with the exit code when the process is gone. */
  readonly exited: Promise<number | null>;
  /** Asks it to write its data and end; kills it after `graceMs`. Resolves when it is gone, or 2 s after the kill. */
  stop(graceMs: number): Promise<void>;
}

export interface LaunchOptions {
  readonly platform: Platform;
  /** What requests have to carry. */
  readonly token: string;
  readonly onLine: (source: 'out' | 'err' | 'studio', line: string) => void;
}

/**
 * Starts the process in a folder of its own under the data folder. Token and nonce go
 * by the private channel to the child, never by its arguments or environment (row H-9). Throws when the platform can't
 * start it.
 */
export async function launch({ platform, token, onLine }: LaunchOptions): Promise<Launch> {
  const dataFolder = join(platform.dataFolder, 'demo-server');
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const nonce = randomBytes(32).toString('base64url');
  const child = platform.startChild({
    modulePath: join(platform.resourcesFolder, 'demo-server', 'entry.mjs'),
    cwd: dataFolder,
    env: childEnvironment(process.env),
  });

  const gone = new AbortController();
  const exited = new Promise<number | null>((resolve) => {
    child.onExit((code) => {
      gone.abort();
      resolve(code);
    });
  });
  child.onLine(onLine);
  const ready = address(child, nonce, exited, (text) => onLine('studio', text)).then(async (url) => {
    await verifyAuthGuard(url, token, gone.signal);
    return { url, token };
  });
  // Whoever needs it awaits it; a launch that nobody waits for any more must not bring the program down.
  ready.catch(() => undefined);
  child.postMessage({
    type: 'start',
    projectFolder: join(platform.resourcesFolder, 'demo'),
    dataFolder,
    token,
    nonce,
  });

  return {
    pid: () => child.pid ?? null,
    ready,
    exited,
    async stop(graceMs) {
      const timer = setTimeout(() => child.kill(), graceMs);
      child.postMessage({ type: 'stop' });
      // A handle that never tells of the exit must not keep the studio from ending.
      let giveUp: NodeJS.Timeout | undefined;
      const lost = new Promise((resolve) => (giveUp = setTimeout(resolve, graceMs + afterKillMs)));
      await Promise.race([exited, lost]);
      clearTimeout(timer);
      clearTimeout(giveUp);
    },
  };
}

/** The address that the child tells, with our nonce: a message without it is not the answer to this start. */
function address(
  child: ChildHandle,
  nonce: string,
  exited: Promise<number | null>,
  onNote: (text: string) => void,
): Promise<string> {
  return new Promise((resolve, reject) => {
    void exited.then((code) => reject(new Error(describeExit(code))));
    child.onMessage((message) => {
      const told = Told.safeParse(message).data;
      if (told?.type === 'note') onNote(told.text);
      if (told?.type === 'failed') reject(new Error(told.text));
      if (told?.type === 'ready' && told.nonce === nonce) resolve(`http://${told.host}`);
    });
  });
}

/** How a process ended, in words. */
export function describeExit(code: number | null): string {
  return code === null ? 'Its process was ended by a signal.' : `Its process ended with code ${code}.`;
}
