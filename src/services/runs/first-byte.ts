import type { RunStream } from '../../remote-graph/client.ts';
import type { RunLog } from './log/run-log.ts';

/** How long a connection may bring nothing at all before people are told that something may hold it back: 15 s (row R-16). */
export const silenceLimitMs = 15_000;

/**
 * Sets a log's link to `silent` when its stream is open and not a byte of it has come for too long, heartbeats included.
 * Call the returned undo when the first event is there.
 */
export function detectSilence(stream: Pick<RunStream, 'silenceMs'>, log: RunLog): () => void {
  let timer: NodeJS.Timeout | null = null;
  const look = (): void => {
    const left = silenceLimitMs - stream.silenceMs;
    if (left <= 0 && log.link === 'live') log.setLink('silent');
    // A connection that is being found again begins its silence anew.
    timer = setTimeout(look, left > 0 ? left : silenceLimitMs);
    timer.unref();
  };
  look();
  return () => {
    if (timer) clearTimeout(timer);
    if (log.link === 'silent') log.setLink('live');
  };
}
