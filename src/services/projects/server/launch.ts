import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { request } from 'node:http';
import type { ChildHandle, Platform } from '../../common/platform.ts';
import { childEnvironment } from './child-environment.ts';
import type { LocalServerAccess } from './local-server.ts';

const ChildMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('ready'),
    nonce: z.string(),
    host: z.string().regex(/^127\.0\.0\.1:\d{1,5}$/),
  }),
  z.object({ type: z.literal('note'), text: z.string() }),
  z.object({ type: z.literal('failed'), text: z.string() }),
]);

const afterKillMs = 2_000;

// - `ready`: Resolves when this process has responded with its own token; rejects with an `Error` that says why not.
// - `exited`: Resolves with the exit code when the process is gone.
export interface Launch {
  // `null` until the process exists: Electron starts utility processes late.
  pid(): number | null;
  readonly ready: Promise<LocalServerAccess>;
  readonly exited: Promise<number | null>;
  // Asks it to write its data and exit; kills it after `graceMs`. Resolves when it is gone, or 2 s after the
  // kill.
  stop(graceMs: number): Promise<void>;
}

interface LaunchOptions {
  readonly platform: Platform;
  readonly token: string;
  readonly onLine: (source: 'out' | 'err' | 'studio', line: string) => void;
}

// Starts the process in its own folder under the data folder. Sends token and nonce over the child's private
// channel, never as arguments or environment. Throws if the platform can't start it.
export async function launch({ platform, token, onLine }: LaunchOptions): Promise<Launch> {
  const dataFolder = join(platform.dataFolder, 'demo-server');
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const nonce = randomBytes(32).toString('base64url');
  const child = platform.startChild({
    modulePath: join(platform.demoServerFolder, 'entry.mjs'),
    cwd: dataFolder,
    env: childEnvironment(process.env),
  });

  const exitController = new AbortController();
  const exited = new Promise<number | null>((resolve) => {
    child.onExit((code) => {
      exitController.abort();
      resolve(code);
    });
  });
  child.onLine(onLine);
  const ready = address(child, nonce, exited, (text) => onLine('studio', text)).then(async (url) => {
    await assertRequiresAuth(url, token, exitController.signal);
    return { url, token };
  });
  // Marks the rejection as handled: an abandoned launch must not crash the program.
  ready.catch(() => undefined);
  child.postMessage({
    type: 'start',
    projectFolder: join(platform.demoServerFolder, 'demo'),
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
      // A handle that never reports the exit must not keep the studio from quitting.
      let giveUp: NodeJS.Timeout | undefined;
      const killTimeout = new Promise((resolve) => (giveUp = setTimeout(resolve, graceMs + afterKillMs)));
      await Promise.race([exited, killTimeout]);
      clearTimeout(timer);
      clearTimeout(giveUp);
    },
  };
}

// The child's address, if it comes with this start's nonce.
function address(
  child: ChildHandle,
  nonce: string,
  exited: Promise<number | null>,
  onNote: (text: string) => void,
): Promise<string> {
  return new Promise((resolve, reject) => {
    exited.then((code) => reject(new Error(describeExit(code))), reject);
    child.onMessage((message) => {
      const parsed = ChildMessage.safeParse(message).data;
      if (parsed?.type === 'note') onNote(parsed.text);
      if (parsed?.type === 'failed') reject(new Error(parsed.text));
      if (parsed?.type === 'ready' && parsed.nonce === nonce) resolve(`http://${parsed.host}`);
    });
  });
}

export function describeExit(code: number | null): string {
  return code === null ? 'The process was killed by a signal.' : `The process exited with code ${code}.`;
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

function requestOk(url: string, token: string | null, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = token === null ? {} : { authorization: `Bearer ${token}` };
    const pending = request(`${url}/ok`, { headers, signal, agent: false, timeout: 5_000 }, (answer) => {
      let body = '';
      answer.setEncoding('utf8');
      answer.on('data', (text: string) => (body += text));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }));
      answer.on('error', reject);
    });
    pending.on('timeout', () => pending.destroy(new Error('It did not respond within 5 seconds.')));
    pending.on('error', reject);
    pending.end();
  });
}

// Throws unless the server at `url` requires authorization: `GET /ok` must return 401 without our token, and 200 with it.
async function assertRequiresAuth(url: string, token: string, signal: AbortSignal): Promise<void> {
  const stranger = await requestOk(url, null, signal);
  if (stranger.status !== 401) {
    throw new Error(`It responded with ${stranger.status} instead of 401 to a request without its token.`);
  }
  const answer = await requestOk(url, token, signal);
  if (answer.status !== 200 || answer.body.replaceAll(/\s/g, '') !== '{"ok":true}') {
    throw new Error(`It responded with ${answer.status} instead of 200 to a request with its token.`);
  }
}
