import { whenOrphaned } from './parent-watchdog.mjs';

/** Time limit of a graceful shutdown, in milliseconds. */
const timeoutMs = 8_000;

/** One Ctrl-C arrives twice: from the terminal, and forwarded by npm. */
const sameSignalMs = 1_000;

/**
 * Ends this process in order, however it is asked to end: Ctrl-C, a closed terminal, a parent that was killed, or a
 * bug of our own. A second Ctrl-C ends it at once.
 * @param {() => Promise<void>} stop Ends everything that this process started.
 * @param {() => boolean} [stays] Called at the first Ctrl-C: whether to go on until the next one. It ends the process by
 *   itself when it wants to, and has told the user why it stays.
 * @returns {(code: number) => void} Ends it in order from inside.
 */
export function shutDownGracefully(stop, stays = () => false) {
  /** When the first Ctrl-C was put off. @type {number | null} */
  let putOff = null;
  /** When the shutdown started. @type {number | null} */
  let since = null;
  const end = (/** @type {number} */ code) => {
    if (since !== null && Date.now() - since < sameSignalMs) return;
    if (since !== null) process.exit(code);
    since = Date.now();
    setTimeout(() => process.exit(code), timeoutMs).unref();
    stop().then(
      () => process.exit(code),
      (/** @type {unknown} */ error) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', () => {
    if (since === null && putOff !== null && Date.now() - putOff < sameSignalMs) return;
    if (since === null && putOff === null && stays()) {
      putOff = Date.now();
      return;
    }
    end(0);
  });
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP'])) process.on(signal, () => end(0));
  for (const event of ['uncaughtException', 'unhandledRejection']) {
    process.on(event, (error) => {
      console.error(error);
      end(1);
    });
  }
  whenOrphaned(() => {
    console.error('The parent process ended. Quitting.');
    end(1);
  });
  // A closed terminal must not turn the last output into a crash.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  return end;
}
