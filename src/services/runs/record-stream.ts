import type { StreamEnd } from '../../remote-graph/client.ts';
import type { RunEnd } from '../../shared/model/run.ts';
import { detectSilence } from './first-byte.ts';
import type { BatchStream } from './stream/failover-stream.ts';
import { findMissedBreakpoints, type RequestedBreakpoints } from './stream/missed-breakpoints.ts';
import type { RunLog } from './log/run-log.ts';

/**
 * Writes a run's stream into its log until the stream ends; the only reader of that stream in the studio (row R-6).
 * Never rejects: whatever happens becomes the log's end. `asked`: where the run was to stop, for saying that it did not.
 */
export async function recordStream(
  stream: BatchStream,
  log: RunLog,
  asked: RequestedBreakpoints | null = null,
): Promise<void> {
  const stopListening = stream.onConnectionState((link) => {
    // The end is told once the log has every frame.
    if (link !== 'ended') log.setLink(link);
  });
  const firstCame = detectSilence(stream, log);
  let incomplete = false;
  try {
    for await (const pack of stream.frameBatches()) {
      firstCame();
      incomplete ||= pack.hasTooLarge;
      // Sequential on purpose: the log holds the stream back while it makes room (row R-13).
      await log.append(pack);
    }
    const end = toRunEnd(await stream.end);
    const passed = asked === null || !isTold(end) ? [] : await findMissedBreakpoints(log, asked);
    log.finish({
      ...end,
      incomplete: end.incomplete || incomplete,
      ...(passed.length === 0 ? {} : { passedBreakpoints: passed }),
    });
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown.message : String(thrown);
    log.finish({ outcome: 'lost', error, incomplete: true });
  } finally {
    firstCame();
    stopListening();
  }
}

/** A run that somebody stopped, or that was lost, says nothing of its breakpoints. */
function isTold({ outcome }: RunEnd): boolean {
  return outcome !== 'cancelled' && outcome !== 'lost';
}

/** The end of a run in the contract's words; a failure reads `Name: message`. */
export function toRunEnd({ outcome, error, incomplete }: StreamEnd): RunEnd {
  if (error === null) return { outcome, error: null, incomplete };
  const words =
    error.message === '' || error.message === error.name ? error.name : `${error.name}: ${error.message}`;
  return { outcome, error: words, incomplete };
}
