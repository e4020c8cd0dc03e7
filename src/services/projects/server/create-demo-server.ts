import { randomBytes } from 'node:crypto';
import { AppError } from '../../../shared/app-error.ts';
import { toWireError } from '../../../shared/wire-error.ts';
import type { LocalServerStatus, LocalServerUpdate } from '../../../shared/model/local-server.ts';
import { createSnapshotPublisher } from '../../common/snapshot-publisher.ts';
import type { Platform } from '../../common/platform.ts';
import { describeExit, launch, type Launch } from './launch.ts';
import type { LocalServer, LocalServerAccess } from './local-server.ts';
import { createLogRingBuffer } from '../../logging/log-ring-buffer.ts';
import { escapeControls } from '../../logging/escape-controls.ts';
import { maskSecret, formatLogLine } from './format-log-line.ts';

// Time limits of the demo server in milliseconds: to become ready, and to write its data and exit.
export interface DemoServerLimits {
  readonly startMs: number;
  readonly stopMs: number;
}

const defaultLimits: DemoServerLimits = { startMs: 60_000, stopMs: 15_000 };

const linesWithFailure = 200;
const linesInLog = 10;

const stopped: LocalServerStatus = {
  state: 'stopped',
  url: null,
  pid: null,
  startedInMs: null,
  problem: null,
};

/** Runs at most one demo server process, with status and log. Nothing starts before `start()`. */
export function createDemoServer({
  platform,
  limits = defaultLimits,
}: {
  readonly platform: Platform;
  readonly limits?: DemoServerLimits;
}): LocalServer {
  const ring = createLogRingBuffer();
  const listeners = new Set<(status: LocalServerStatus) => void>();
  let status = stopped;
  // The current start: results of older ones are dropped.
  let attempt = 0;
  let current: Promise<Launch> | null = null;
  // The last log line before the current start.
  let startedAfter = -1;
  // Generated at every start, 256 bit.
  let token = '';
  let access: LocalServerAccess | null = null;
  // The latest request; stop and restart may overlap.
  let requestedState: 'running' | 'stopped' = 'stopped';
  let halting: Promise<void> | null = null;

  const feed = createSnapshotPublisher({ snapshot: () => status, minIntervalMs: 50 });

  const setStatus = (next: LocalServerStatus): void => {
    status = next;
    for (const listener of listeners) listener(status);
    feed.changed();
  };
  const addLine = (source: 'out' | 'err' | 'studio', line: string): void => {
    const texts =
      source === 'studio' ? line.split('\n').map((one) => escapeControls(one)) : formatLogLine(line);
    for (const text of texts) ring.add(source, maskSecret(text, token));
    feed.changed();
  };
  const log = (text: string): void => addLine('studio', text);

  const fail = (sentence: string, hint: string): void => {
    access = null;
    const message = maskSecret(sentence, token);
    log(message);
    const lines = ring.after(-1).slice(-linesWithFailure);
    const details = { lines: lines.map(({ text }) => text).join('\n') };
    const problem = toWireError(new AppError('unreachable', message, { hint, details }));
    platform.log('error', `Demo server: ${message}`);
    const serverLines = ring.after(startedAfter).filter(({ source }) => source !== 'studio');
    for (const { text } of serverLines.slice(-linesInLog)) platform.log('error', `Demo server said: ${text}`);
    setStatus({ ...stopped, state: 'failed', problem });
  };

  const startServer = async (ownAttempt: number): Promise<void> => {
    const startedAt = performance.now();
    token = randomBytes(32).toString('base64url');
    current = launch({ platform, token, onLine: addLine });
    const launched = await current;
    // Whoever ended this attempt ends its process too.
    if (ownAttempt !== attempt) return;
    setStatus({ ...status, pid: launched.pid() });
    try {
      access = await withTimeout(limits.startMs, launched.ready);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (ownAttempt !== attempt) return;
      await launched.stop(0);
      if (ownAttempt === attempt)
        fail(`The demo server did not start. ${why}`, 'Restart it. See its log for details.');
      return;
    }
    if (ownAttempt !== attempt) return;
    const startedInMs = performance.now() - startedAt;
    log(`Ready at ${access.url} after ${Math.round(startedInMs)} ms.`);
    setStatus({ state: 'ready', url: access.url, pid: launched.pid(), startedInMs, problem: null });
    const code = await launched.exited;
    if (ownAttempt === attempt) {
      fail(
        `The demo server stopped unexpectedly. ${describeExit(code)}`,
        'Restart it. Saved threads are not lost.',
      );
    }
  };

  const launchNow = (): void => {
    if (status.state === 'starting' || status.state === 'ready') return;
    attempt += 1;
    const ownAttempt = attempt;
    startedAfter = ring.after(-1).at(-1)?.seq ?? -1;
    setStatus({ ...stopped, state: 'starting' });
    log('Starting.');
    startServer(ownAttempt).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      if (ownAttempt === attempt) fail(`The demo server could not be started. ${why}`, 'Restart it.');
    });
  };

  const end = async (): Promise<void> => {
    attempt += 1;
    access = null;
    setStatus({ ...stopped, state: 'stopping', pid: status.pid });
    // A failed launch has nothing to stop.
    await current?.then(
      (launched) => launched.stop(limits.stopMs),
      () => undefined,
    );
    current = null;
    log('Stopped.');
  };

  const halt = (): Promise<void> => {
    if (status.state === 'stopped') return Promise.resolve();
    halting ??= end().finally(() => (halting = null));
    return halting;
  };

  const run = async (): Promise<void> => {
    requestedState = 'running';
    await halt();
    if (requestedState === 'running') launchNow();
  };

  const runInBackground = (): void => {
    run().catch((error: unknown) =>
      fail(`The demo server could not be started. ${String(error)}`, 'Restart it.'),
    );
  };

  const settled = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const check = (): void => {
        const moving = status.state === 'starting' || status.state === 'stopping';
        if (moving && !signal.aborted) return;
        listeners.delete(check);
        signal.removeEventListener('abort', check);
        resolve();
      };
      listeners.add(check);
      signal.addEventListener('abort', check);
      check();
    });

  return {
    start() {
      if (status.state === 'stopping') return runInBackground();
      requestedState = 'running';
      launchNow();
    },
    async stop() {
      requestedState = 'stopped';
      await halt();
      if (requestedState === 'stopped' && status.state !== 'stopped') setStatus(stopped);
    },
    status: () => status,
    async restart() {
      await run();
      await settled(new AbortController().signal);
      return status;
    },
    async access(signal = new AbortController().signal) {
      await settled(signal);
      if (signal.aborted) throw new AppError('cancelled', 'Waiting for the demo server was cancelled.');
      if (access) return access;
      throw new AppError('unreachable', status.problem?.message ?? 'The demo server is stopped.', {
        hint: status.problem?.hint ?? 'Start it in Servers.',
        details: { ...status.problem?.details, sent: 'no' },
      });
    },
    onStatus(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    async *watch(signal): AsyncGenerator<LocalServerUpdate> {
      let lastSeq = -1;
      for await (const update of feed.watch(signal)) {
        const lines = ring.after(lastSeq);
        lastSeq = lines.at(-1)?.seq ?? lastSeq;
        yield { status: update, lines };
      }
    },
  };
}

async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    const notReady = `It was not ready after ${Math.round(ms / 1000)} seconds; the machine may be busy.`;
    timer = setTimeout(() => reject(new Error(notReady)), ms);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
