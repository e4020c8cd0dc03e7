/** A user action, and the time until it was visible. */
interface EventTiming extends PerformanceEntry {
  readonly processingStart: number;
}

const longTasks: number[] = [];
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) longTasks.push(duration);
}).observe({ type: 'longtask', buffered: true });

const keys: number[] = [];
const waits: number[] = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries() as EventTiming[]) {
    if (entry.name !== 'keydown') continue;
    keys.push(entry.duration);
    waits.push(entry.processingStart - entry.startTime);
  }
  // Browsers report 16 ms and more: missing entries were faster.
}).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);

const frames: number[] = [];
let before = performance.now();
const draw = (now: number): void => {
  frames.push(now - before);
  before = now;
  requestAnimationFrame(draw);
};
requestAnimationFrame(draw);

/**
 * Frame durations, long tasks, and delays of keys to their paint and to their handlers, in milliseconds since
 * the last call.
 */
export function measured() {
  return {
    pictures: frames.splice(0),
    longTasks: longTasks.splice(0),
    keys: keys.splice(0),
    waits: waits.splice(0),
  };
}
