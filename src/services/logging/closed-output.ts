import type { Writable } from 'node:stream';

const ignore = (): void => undefined;

/**
 * Lets the process outlive whoever reads its output: a launcher or terminal that was closed (EPIPE, EIO), or the full
 * disk of a file. Without a listener, each failed write would end the process.
 */
export function ignoreClosedOutput(streams: readonly Writable[] = [process.stdout, process.stderr]): void {
  for (const stream of streams) {
    if (!stream.listeners('error').includes(ignore)) stream.on('error', ignore);
  }
}
