import { AppError } from '../../../shared/app-error.ts';
import { toWireError } from '../../../shared/wire-error.ts';
import type { ProjectLogUpdate, ProjectServerStatus } from '../../../shared/model/project.ts';
import { pause } from '../../common/abortable.ts';
import { createSnapshotPublisher } from '../../common/snapshot-publisher.ts';
import { escapeControls } from '../../logging/escape-controls.ts';
import { createLineScrubber } from '../../scrubbing/log-scrubber.ts';
import { createLogRingBuffer } from '../../logging/log-ring-buffer.ts';
import { isListening, respondsOk } from './probe-server.ts';
import { failureReason } from './failure-reason.ts';
import { readLogLine } from './read-log-line.ts';
import { startProgram, type Program, type ProgramOptions } from './start-program.ts';

export interface ServerLaunch {
  readonly program: ProgramOptions;
  readonly port: number;
  /** `null`: without a debugger. */
  readonly debugPort: number | null;
}

/**
 * In milliseconds.
 *
 * - `startMs`: To become ready: Python imports large packages for long.
 * - `silentMs`: After this time an answer on the port counts, even if no log line says that the server listens.
 */
export interface ProjectServerLimits {
  readonly startMs: number;
  readonly stopMs: number;
  readonly pollMs: number;
  readonly quietMs: number;
  readonly silentMs: number;
}

const defaultLimits: ProjectServerLimits = {
  startMs: 120_000,
  stopMs: 6_000,
  pollMs: 250,
  quietMs: 2_000,
  silentMs: 10_000,
};

const linesWithFailure = 200;

/** The development server of one project, with its log. At most one process at a time. */
export interface ProjectServer {
  /** Starts it, ending one that runs. Resolves once it is ready or has failed. */
  start(launch: ServerLaunch): Promise<ProjectServerStatus>;
  /** Runs the command that installs its packages. Resolves when that has ended, as the status says. */
  install(command: ProgramOptions): Promise<void>;
  stop(): Promise<void>;
  status(): ProjectServerStatus;
  fail(error: AppError): void;
  note(text: string): void;
  log(signal: AbortSignal): AsyncIterable<ProjectLogUpdate>;
}

const stopped: ProjectServerStatus = {
  state: 'stopped',
  url: null,
  pid: null,
  startedInMs: null,
  reloads: 0,
  problem: null,
};

/** `scrub` removes secrets from the log. `onStatus` is called on each change. */
export function createProjectServer(options: {
  readonly scrub: (text: string) => string;
  readonly onStatus: (status: ProjectServerStatus) => void;
  readonly limits?: ProjectServerLimits;
}): ProjectServer {
  const { scrub, onStatus, limits = defaultLimits } = options;
  const scrubLine = createLineScrubber(scrub);
  const ring = createLogRingBuffer();
  const feed = createSnapshotPublisher({ snapshot: () => null, minIntervalMs: 50 });
  let status = stopped;
  // The current start; what belongs to older ones is dropped.
  let attempt = 0;
  let program: Program | null = null;
  let stopping: Promise<void> | null = null;

  const setStatus = (next: ProjectServerStatus): void => {
    status = next;
    onStatus(status);
  };
  const note = (text: string): void => {
    for (const line of scrub(text).split('\n')) ring.add('studio', escapeControls(line));
    feed.changed();
  };
  const fail = (error: AppError, pid: number | null = null): void => {
    note(error.message);
    const lines = ring.after(-1).slice(-linesWithFailure);
    const details = { ...error.details, lines: lines.map(({ text }) => text).join('\n') };
    const { code, message, hint } = error;
    const problem = toWireError(new AppError(code, scrub(message), { hint: hint ?? '', details }));
    setStatus({ ...status, state: 'failed', pid, url: pid === null ? null : status.url, problem });
  };

  // Ends what runs. The status stays `stopping`: the caller knows what comes next.
  const halt = (): Promise<void> => {
    const running = program;
    program = null;
    if (!running) return stopping ?? Promise.resolve();
    setStatus({ ...stopped, state: 'stopping', pid: status.pid });
    stopping = running.stop(limits.stopMs).then(() => {
      stopping = null;
      note('Stopped.');
    });
    return stopping;
  };

  const start = async ({ program: spec, port, debugPort }: ServerLaunch): Promise<ProjectServerStatus> => {
    attempt += 1;
    const ownAttempt = attempt;
    await halt();
    // A later start or stop has taken over.
    if (ownAttempt !== attempt) return status;
    const startedAt = performance.now();
    const newPhase = (since: number) => ({
      since,
      announced: false,
      errorAt: null as number | null,
      reason: null as string | null,
    });
    // Since the start or the last reload: whether the process said that it listens, and its errors.
    let phase = newPhase(startedAt);
    let filesChangedAt: number | null = null;
    const isCurrent = (): boolean => ownAttempt === attempt;
    setStatus({ ...stopped, state: 'starting', url: `http://127.0.0.1:${port}` });
    note(`Starting ${spec.argv.join(' ')} in ${spec.cwd}`);

    const started = startProgram(spec, (source, raw) => {
      const reading = readLogLine(scrubLine(raw));
      const { texts, level, event } = reading;
      for (const text of texts) ring.add(source, text, level);
      feed.changed();
      if (!isCurrent()) return;
      const now = performance.now();
      // What follows the first error is usually its consequence; an error of long ago was another one's.
      if (phase.errorAt === null || now - phase.errorAt > limits.quietMs) phase.reason = null;
      phase.reason ??= failureReason(reading, spec.cwd);
      if (event === 'listening') phase.announced = true;
      if (level === 'error') phase.errorAt = now;
      if (event === 'reloading') {
        phase = newPhase(performance.now());
        filesChangedAt = Date.now();
        if (status.state === 'ready' || status.state === 'failed') {
          setStatus({ ...status, state: 'reloading', problem: null });
        }
      }
    });
    program = started;
    setStatus({ ...status, pid: started.pid ?? null });

    const exitController = new AbortController();
    // Without a watcher the status is unknown, and `start` would never resolve.
    const notWatched = (error: unknown): void => {
      if (!isCurrent()) return;
      fail(
        new AppError('internal', `The server could not be watched. ${String(error)}`, {
          hint: 'Restart it.',
        }),
        started.pid ?? null,
      );
    };
    // `endedAt`: when a server ended that had been ready. Earlier errors, such as those of a failed run, do not explain the end.
    const because = (endedAt: number | null): string => {
      const { errorAt, reason } = phase;
      const isOlder = endedAt !== null && errorAt !== null && endedAt - errorAt > limits.quietMs;
      return reason === null || isOlder ? '.' : `: ${reason.replace(/[.]?$/, '.')}`;
    };
    const onExit = ({ code, error }: Awaited<typeof started.exited>): void => {
      exitController.abort();
      if (!isCurrent()) return;
      program = null;
      const why = error ?? (code === null ? 'It was killed by a signal.' : `It exited with code ${code}.`);
      const wasUp = status.startedInMs !== null;
      fail(
        new AppError(
          'unreachable',
          `The server ${wasUp ? 'stopped unexpectedly' : 'did not start'}${because(wasUp ? performance.now() : null)} ${why}`,
          {
            hint: 'See the last lines of its log. Fix the problem, then start it again.',
          },
        ),
      );
    };
    started.exited.then(onExit).catch(notWatched);

    const isUp = async (): Promise<boolean> => {
      // Another program could answer on the port: our own process must have said that it listens.
      const isSilent = performance.now() - phase.since > limits.silentMs && phase.errorAt === null;
      if (!phase.announced && (!isSilent || status.state === 'failed')) return false;
      return (await isListening(port)) && respondsOk(port);
    };
    const crashed = (endedAt: number | null): void =>
      fail(
        new AppError('unreachable', `The server crashed${because(endedAt)}`, {
          hint: 'Correct the file and save it: the command that watches the files is still running. Or restart the server.',
        }),
        started.pid ?? null,
      );
    // The address of the debugger, if it has opened.
    const debuggerOf = async (): Promise<Pick<ProjectServerStatus, 'debugAddress'>> => {
      if (debugPort === null) return {};
      if (await isListening(debugPort)) return { debugAddress: `127.0.0.1:${debugPort}` };
      note(`No debugger listens on port ${debugPort}. For Python, the project needs the package debugpy.`);
      return {};
    };
    // Looks once at a server that is not ready.
    const look = async (): Promise<void> => {
      const startPhase = phase;
      const isReady = await isUp();
      if (!isCurrent() || exitController.signal.aborted || startPhase !== phase) return;
      const now = performance.now();
      if (isReady) {
        const isFirst = status.startedInMs === null;
        const startedInMs = status.startedInMs ?? now - startedAt;
        const reloads = isFirst ? 0 : status.reloads + 1;
        const reloadedAt = isFirst || filesChangedAt === null ? {} : { reloadedAt: filesChangedAt };
        const debug = await debuggerOf();
        if (!isCurrent() || exitController.signal.aborted || startPhase !== phase) return;
        const { debugAddress: _before, ...facts } = status;
        setStatus({ ...facts, state: 'ready', startedInMs, reloads, ...reloadedAt, ...debug, problem: null });
        note(isFirst ? `Ready after ${Math.round(startedInMs)} ms.` : 'Ready again.');
      } else if (status.state === 'failed') {
        // Its watcher may start it again.
      } else if (
        phase.errorAt !== null &&
        now - phase.errorAt > limits.quietMs &&
        !(await isListening(port))
      ) {
        if (isCurrent() && startPhase === phase) crashed(null);
      } else if (now - phase.since > limits.startMs) {
        const seconds = Math.round(limits.startMs / 1000);
        fail(
          new AppError('unreachable', `The server was not ready after ${seconds} seconds.`, {
            hint: 'Its log shows what it is waiting for. Restart it, or wait if it is still loading.',
          }),
          started.pid ?? null,
        );
      }
    };
    const follow = async (): Promise<void> => {
      let missedAt: number | null = null;
      while (isCurrent() && !exitController.signal.aborted) {
        if (status.state === 'ready') {
          const listens = await isListening(port);
          if (listens || !isCurrent() || status.state !== 'ready') missedAt = null;
          else if (missedAt === null) missedAt = performance.now();
          else if (performance.now() - missedAt > limits.quietMs) {
            crashed(missedAt);
            missedAt = null;
            phase = newPhase(performance.now());
          }
        } else await look();
        await pause(limits.pollMs, exitController.signal);
      }
    };
    follow().catch(notWatched);

    while (isCurrent() && status.state === 'starting') await pause(limits.pollMs, exitController.signal);
    if (isCurrent() && exitController.signal.aborted) await started.exited;
    if (!isCurrent()) await stopping;
    return status;
  };

  const install = async (command: ProgramOptions): Promise<void> => {
    attempt += 1;
    const ownAttempt = attempt;
    await halt();
    if (ownAttempt !== attempt) return;
    note(`Running ${command.argv.join(' ')} in ${command.cwd}`);
    const installing = startProgram(command, (source, raw) => {
      const { texts, level } = readLogLine(scrubLine(raw));
      for (const text of texts) ring.add(source, text, level);
      feed.changed();
    });
    program = installing;
    setStatus({ ...stopped, state: 'installing', pid: installing.pid ?? null });
    const { code, error } = await installing.exited;
    if (ownAttempt !== attempt) return;
    program = null;
    if (code === 0) {
      note('Installed.');
      setStatus(stopped);
    } else {
      const why = error ?? (code === null ? 'It was killed by a signal.' : `It exited with code ${code}.`);
      const hint = 'See the last lines of the log.';
      fail(new AppError('internal', `The packages could not be installed. ${why}`, { hint }));
    }
  };

  return {
    start,
    install,
    async stop() {
      attempt += 1;
      const ownAttempt = attempt;
      await halt();
      if (ownAttempt === attempt && status.state !== 'stopped') setStatus(stopped);
    },
    status: () => status,
    fail: (error) => fail(error),
    note,
    async *log(signal): AsyncGenerator<ProjectLogUpdate> {
      let lastSeq = -1;
      for await (const _ of feed.watch(signal)) {
        const lines = ring.after(lastSeq);
        lastSeq = lines.at(-1)?.seq ?? lastSeq;
        yield { lines };
      }
    },
  };
}
