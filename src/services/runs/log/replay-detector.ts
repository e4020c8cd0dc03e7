// How long a stream that was joined or cut must bring nothing before its next events count as live, in milliseconds: until then the server
// may still be sending what it had stored.
const replayQuietMs = 500;

/** Tells the live events of a stream from those that its server had stored, which arrive later than they were sent. */
interface ReplayDetector {
  /** The stream was cut, so that what its server stored meanwhile comes first. */
  onCut(): void;
  /** Call for each batch. `waitedMs`: how long the reader waited for it. Returns whether it may be of a replay. */
  isReplay(waitedMs: number): boolean;
}

/** `isJoined`: the stream began before it was read. */
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
