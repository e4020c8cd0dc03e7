import { describe, expect, it } from 'vitest';
import { createReplayDetector } from './record-stream.ts';

describe('a stream that is read', () => {
  it('is live from the first event on if it was read from its start', () => {
    const detector = createReplayDetector(false);
    expect([3000, 0, 5].map((waitedMs) => detector.isReplay(waitedMs))).toEqual([false, false, false]);
  });

  it('replays what its server stored until it brings nothing for a while, if it was joined', () => {
    const detector = createReplayDetector(true);
    const waits = [3000, 0, 40, 800, 0];
    expect(waits.map((waitedMs) => detector.isReplay(waitedMs))).toEqual([true, true, true, false, false]);
  });

  it('replays what it missed after a cut', () => {
    const detector = createReplayDetector(false);
    detector.isReplay(0);
    detector.onCut();
    expect([4000, 10, 600].map((waitedMs) => detector.isReplay(waitedMs))).toEqual([true, true, false]);
  });
});
