import type { RunStream, StreamEnd } from 'remote-graph-client/client';
import type { RunEnd } from '../../../shared/model/run.ts';
import { findMissedBreakpoints, type RequestedBreakpoints } from './missed-breakpoints.ts';
import type { RunLog } from './run-log.ts';
import type { ServerTimes } from './server-times.ts';

// Writes a run's stream into its log until its end, as its only reader in the studio. Never rejects: failures become
// the log's end. `breakpoints`: to report missed ones. `decideAfterEnd` may continue the run before its end is reported.
// `serverTimes`: of a run that was joined, so that its frames may have been sent before they arrive here; closed at the
// end.
export async function recordStream(
  stream: RunStream,
  log: RunLog,
  breakpoints: RequestedBreakpoints | null = null,
  decideAfterEnd: (end: RunEnd) => Promise<RunEnd> = (end) => Promise.resolve(end),
  serverTimes: ServerTimes | null = null,
): Promise<void> {
  const replays = createReplayDetector(serverTimes !== null);
  const stopListening = stream.onConnectionState((connectionState) => {
    if (connectionState === 'reconnecting') replays.onCut();
    // The end is set once the log has every frame.
    if (connectionState !== 'ended') log.setConnectionState(connectionState);
  });
  const onFirstBatch = detectSilence(stream, log);
  let incomplete = false;
  try {
    let askedAt = performance.now();
    for await (const batch of stream.frameBatches()) {
      const isReplay = replays.isReplay(performance.now() - askedAt);
      onFirstBatch();
      incomplete ||= batch.hasTooLarge;
      const sentMs = (await serverTimes?.of(batch)) ?? null;
      const isOnlyBound = sentMs === null ? isReplay : serverTimes?.areBounds === true;
      const source = isOnlyBound ? 'unknown' : sentMs === null ? 'seen' : 'server';
      // Sequential on purpose: the log applies back-pressure while it makes room.
      await log.append(batch, sentMs, source);
      askedAt = performance.now();
    }
    const end = toRunEnd(await stream.end);
    const passed =
      breakpoints === null || !isReported(end) ? [] : await findMissedBreakpoints(log, breakpoints);
    log.finish({
      ...(await decideAfterEnd(end)),
      incomplete: end.incomplete || incomplete,
      ...(passed.length === 0 ? {} : { passedBreakpoints: passed }),
      ...omittedFrom(stream),
    });
  } catch (cause) {
    const error = cause instanceof Error ? cause.message : String(cause);
    log.finish({ outcome: 'lost', error, incomplete: true });
  } finally {
    onFirstBatch();
    stopListening();
    serverTimes?.close();
  }
}

function omittedFrom({ omitted: { streamModes, members } }: RunStream): Pick<RunEnd, 'omitted'> {
  if (streamModes.length === 0 && members.length === 0) return {};
  return { omitted: { streamModes: [...streamModes], members: [...members] } };
}

// A cancelled or lost run says nothing about its breakpoints.
function isReported({ outcome }: RunEnd): boolean {
  return outcome !== 'cancelled' && outcome !== 'lost';
}

// Maps a run's end; a failure reads `Name: message`.
function toRunEnd({ outcome, error, incomplete, isKnownFault }: StreamEnd): RunEnd {
  if (error === null) return { outcome, error: null, incomplete };
  const message =
    error.message === '' || error.message === error.name ? error.name : `${error.name}: ${error.message}`;
  return { outcome, error: message, incomplete, ...(isKnownFault ? { isKnownFault } : {}) };
}

// How long a connection may send nothing before users see that something may hold it back: 15 s.
const silenceLimitMs = 15_000;

// Sets a log's connection state to `silent` if its open stream brings no byte for too long, heartbeats
// included. Call the returned function when the first event arrives.
export function detectSilence(stream: Pick<RunStream, 'silenceMs'>, log: RunLog): () => void {
  let timer: NodeJS.Timeout | null = null;
  const check = (): void => {
    const remainingMs = silenceLimitMs - stream.silenceMs;
    if (remainingMs <= 0 && log.connectionState === 'live') log.setConnectionState('silent');
    // A reconnect restarts the silence.
    timer = setTimeout(check, remainingMs > 0 ? remainingMs : silenceLimitMs);
    timer.unref();
  };
  check();
  return () => {
    if (timer) clearTimeout(timer);
    if (log.connectionState === 'silent') log.setConnectionState('live');
  };
}

// How long a stream that was joined or cut must bring nothing before its next events count as live, in milliseconds:
// until then the server may still be sending what it had stored.
const replayQuietMs = 500;

// Tells the live events of a stream from those that its server had stored, which arrive later than they were sent.
interface ReplayDetector {
  // The stream was cut, so that what its server stored meanwhile comes first.
  onCut(): void;
  // Call for each batch. `waitedMs`: how long the reader waited for it. Returns whether it may be of a replay.
  isReplay(waitedMs: number): boolean;
}

// `isJoined`: the stream began before it was read.
export function createReplayDetector(isJoined: boolean): ReplayDetector {
  let isReplaying = isJoined;
  let isFirst = true;
  return {
    onCut() {
      isReplaying = true;
      isFirst = true;
    },
    isReplay(waitedMs) {
      // The wait for the first one is that for the connection.
      if (!isFirst && waitedMs >= replayQuietMs) isReplaying = false;
      isFirst = false;
      return isReplaying;
    },
  };
}
