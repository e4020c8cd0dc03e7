import type { StreamEnd } from '../../remote-graph/client.ts';
import type { RunEnd } from '../../shared/model/run.ts';
import { awaitFirstByte } from './first-byte.ts';
import type { PackStream } from './moving-stream.ts';
import { passedBreakpoints, type AskedBreakpoints } from './passed-breakpoints.ts';
import type { RunLog } from './run-log.ts';

/**
 * Writes a run's stream into its log until the stream ends; the only reader of that stream in the studio (row R-6).
 * Never rejects: whatever happens becomes the log's end. `asked`: where the run was to stop, for saying that it did not.
 */
export async function recordStream(
  stream: PackStream,
  log: RunLog,
  asked: AskedBreakpoints | null = null,
): Promise<void> {
  const stopListening = stream.onLink((link) => {
    // The end is told once the log has every frame.
    if (link !== 'ended') log.setLink(link);
  });
  const firstCame = awaitFirstByte(stream, log);
  let incomplete = false;
  try {
    for await (const pack of stream.packs()) {
      firstCame();
      incomplete ||= pack.someAreTooLarge;
      // Sequential on purpose: the log holds the stream back while it makes room (row R-13).
      await log.append(pack);
    }
    const end = runEnd(await stream.end);
    const passed = asked === null || !isTold(end) ? [] : await passedBreakpoints(log, asked);
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
export function runEnd({ outcome, error, incomplete }: StreamEnd): RunEnd {
  if (error === null) return { outcome, error: null, incomplete };
  const words =
    error.message === '' || error.message === error.name ? error.name : `${error.name}: ${error.message}`;
  return { outcome, error: words, incomplete };
}
