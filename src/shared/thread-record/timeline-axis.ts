// When a run worked, in milliseconds since 1970, by the server's clock.
export interface RunWindow {
  readonly fromMs: number | null;
  // The last that is known of it while it is active; `null` if unknown.
  readonly toMs: number | null;
}

// Where a run is on the axis, which begins with the first work: what was before is negative.
export interface RunPlace {
  readonly createdMs: number;
  readonly endMs: number;
}

export interface Wait {
  readonly before: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** Its true length; `null` if the server doesn't say. */
  readonly ms: number | null;
  readonly isShortened: boolean;
}

export interface TimelineLayout {
  readonly runs: readonly RunPlace[];
  readonly waits: readonly Wait[];
  readonly fromMs: number;
  readonly toMs: number;
}

export interface TimelineAxis {
  readonly layout: TimelineLayout;
  placeOf(ms: number): number;
}

// The most of the axis that one wait takes, and all together, compared with the work.
const shareOfOne = 0.1;
const shareOfAll = 0.5;
// Waits beside less work than this are drawn as beside this much, in milliseconds.
const minWorkMs = 500;

interface Gap {
  readonly before: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly drawnMs: number;
}

/**
 * Puts runs on one axis, oldest first. Long waits between them are shortened, so that the work is readable.
 * @param firstWorkMs When the first work started, where the axis is 0; `null`: with the first run.
 */
export function createAxis(runs: readonly RunWindow[], firstWorkMs: number | null): TimelineAxis {
  const windows = runs.map(({ fromMs, toMs }) => {
    const from = fromMs ?? toMs;
    return from === null ? null : { fromMs: from, toMs: Math.max(from, toMs ?? from) };
  });
  const workMs = windows.reduce((sum, one) => sum + (one === null ? 0 : one.toMs - one.fromMs), 0);
  // Grows by doubling, so that the bars of a live run stay where they are most of the time.
  const scaleMs = 2 ** Math.ceil(Math.log2(Math.max(minWorkMs, workMs)));
  const maxWaitMs = scaleMs * Math.min(shareOfOne, shareOfAll / Math.max(1, runs.length - 1));
  const gaps: Gap[] = [];
  let endMs: number | null = null;
  for (const [index, one] of windows.entries()) {
    if (one === null) continue;
    // A run that was queued behind another one started before that one ended.
    if (endMs !== null && one.fromMs > endMs) {
      const drawnMs = Math.min(Math.round(maxWaitMs), one.fromMs - endMs);
      gaps.push({ before: index, fromMs: endMs, toMs: one.fromMs, drawnMs });
    }
    endMs = Math.max(endMs ?? one.toMs, one.toMs);
  }
  const zeroMs = firstWorkMs ?? windows.find((one) => one !== null)?.fromMs ?? 0;
  const placeOf = (ms: number): number => {
    let place = ms - zeroMs;
    for (const gap of gaps) {
      if (ms <= gap.fromMs) break;
      const part = Math.min(1, (ms - gap.fromMs) / (gap.toMs - gap.fromMs));
      place -= part * (gap.toMs - gap.fromMs - gap.drawnMs);
    }
    return place;
  };
  const places: RunPlace[] = [];
  const waits: Wait[] = [];
  let lastMs = 0;
  for (const [index, one] of windows.entries()) {
    const createdMs = one === null ? lastMs : placeOf(one.fromMs);
    const gap = gaps.find(({ before }) => before === index);
    if (gap !== undefined) {
      const ms = gap.toMs - gap.fromMs;
      const isShortened = gap.drawnMs < ms;
      waits.push({ before: index, fromMs: placeOf(gap.fromMs), toMs: createdMs, ms, isShortened });
    }
    const place = { createdMs, endMs: one === null ? createdMs : placeOf(one.toMs) };
    places.push(place);
    lastMs = Math.max(index === 0 ? place.endMs : lastMs, place.endMs);
  }
  return {
    placeOf,
    layout: { runs: places, waits, fromMs: Math.min(0, places[0]?.createdMs ?? 0), toMs: lastMs },
  };
}

/** The time of work until a place on the axis: without the waits, since the first work. */
export function workTimeAt(waits: readonly Wait[], atMs: number): number {
  return waits.reduce((ms, { fromMs, toMs }) => ms - Math.max(0, Math.min(atMs, toMs) - fromMs), atMs);
}
