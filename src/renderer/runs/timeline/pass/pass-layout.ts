/** What is known of when a run of a pass ran. Times are in milliseconds. */
export interface RunTimes {
  /** Since 1970, by the server's clock; `null` if the server doesn't say. */
  readonly createdAt: number | null;
  /** From its creation to its first event; `null` if unknown. */
  readonly firstEventMs: number | null;
  /** From its first event to its last; `null` if its events are not known. */
  readonly seenMs: number | null;
  /** From its creation to its last change, by the server; `null` while it is active and if unknown. */
  readonly durationMs: number | null;
}

/**
 * Where a run is on the axis. The axis starts at the first event of the first run, so what was before is
 * negative.
 */
export interface RunPlace {
  readonly createdMs: number;
  /** Its events' times count from here. */
  readonly eventsMs: number;
  readonly endMs: number;
}

/** The wait between two runs. */
export interface Wait {
  /** The index of the run that ended it. */
  readonly before: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** Its true length; `null` if the server doesn't say. */
  readonly ms: number | null;
  /** It is drawn shorter than it was. */
  readonly isShortened: boolean;
}

export interface PassLayout {
  readonly runs: readonly RunPlace[];
  readonly waits: readonly Wait[];
  readonly fromMs: number;
  readonly toMs: number;
}

/** The most of the axis that one wait takes, and all together, compared with the work. */
const shareOfOne = 0.1;
const shareOfAll = 0.5;
/** Waits in a pass of less work than this are drawn as in one of this much, in milliseconds. */
const leastWorkMs = 500;

/** Puts the runs of a pass on one axis, oldest first. Long waits are shortened, so that the work is readable. */
export function layoutPass(runs: readonly RunTimes[]): PassLayout {
  const lengths = runs.map(lengthOf);
  const workMs = lengths.reduce((sum, ms) => sum + ms, 0);
  // Grows by doubling, so that the bars of a live run stay where they are most of the time.
  const scaleMs = 2 ** Math.ceil(Math.log2(Math.max(leastWorkMs, workMs)));
  const most = scaleMs * Math.min(shareOfOne, shareOfAll / Math.max(1, runs.length - 1));
  const places: RunPlace[] = [];
  const waits: Wait[] = [];
  let createdMs = 0 - (runs[0]?.firstEventMs ?? 0);
  for (const [at, run] of runs.entries()) {
    const last = places.at(-1);
    if (last) {
      const before = runs[at - 1];
      const ms = before ? waitedMs(before, run) : null;
      const fromMs = last.endMs;
      // A run that was queued behind the one before began before that one ended.
      const drawn = ms === null ? most : Math.min(most, Math.max(ms, last.createdMs - fromMs));
      createdMs = fromMs + drawn;
      if (ms === null || ms > 0) {
        waits.push({ before: at, fromMs, toMs: createdMs, ms, isShortened: ms !== null && drawn < ms });
      }
    }
    const eventsMs = createdMs + (run.firstEventMs ?? 0);
    places.push({ createdMs, eventsMs, endMs: createdMs + (lengths[at] ?? 0) });
  }
  return {
    runs: places,
    waits,
    fromMs: places[0]?.createdMs ?? 0,
    toMs: places.reduce((latest, { endMs }) => Math.max(latest, endMs), 0),
  };
}

function lengthOf({ firstEventMs, seenMs, durationMs }: RunTimes): number {
  return Math.max(durationMs ?? 0, seenMs === null ? 0 : (firstEventMs ?? 0) + seenMs);
}

/** By the server's clock; negative if the second run was created before the first one ended. */
function waitedMs(before: RunTimes, after: RunTimes): number | null {
  if (before.createdAt === null || after.createdAt === null || before.durationMs === null) return null;
  return after.createdAt - before.createdAt - before.durationMs;
}

/** The time of work until a place on the axis: without the waits, since the first event of the pass. */
export function workTimeAt(waits: readonly Wait[], atMs: number): number {
  return waits.reduce((ms, { fromMs, toMs }) => ms - Math.max(0, Math.min(atMs, toMs) - fromMs), atMs);
}
