// A line from the upper to the lower side of the channel between two layers.
export interface ChannelLine {
  readonly upper: number;
  readonly lower: number;
  // Lines of one bundle share an end and may overlap.
  readonly bundle: number;
}

// Lines closer than this would touch.
const minGap = 3;

// Overlap cost, in crossings.
const overlapCost = 50;

// Above this many lines per channel, tracks are sorted only by their ends: comparing all pairs would take too
// long.
const maxComparedLines = 400;

// The track of each bent line (from 0, at the top); -1 for straight ones.
export function assignTracks(lines: readonly ChannelLine[]): {
  readonly tracks: Int32Array;
  readonly count: number;
} {
  const tracks = new Int32Array(lines.length).fill(-1);
  const bent = lines.flatMap((line, index) => (Math.abs(line.upper - line.lower) < 0.05 ? [] : [index]));
  const order = bent.length > maxComparedLines ? byEnds(lines, bent) : byCrossings(lines, bent);
  const ends: { readonly from: number; readonly to: number; readonly bundle: number }[][] = [];
  let min = 0;
  for (const { at, after } of order) {
    const line = lines[at];
    if (!line) continue;
    const from = Math.min(line.upper, line.lower) - minGap;
    const to = Math.max(line.upper, line.lower) + minGap;
    let track = after.reduce((max, other) => Math.max(max, (tracks[other] ?? -1) + 1), 0);
    while (ends[track]?.some((end) => end.from < to && from < end.to && end.bundle !== line.bundle))
      track += 1;
    (ends[track] ??= []).push({ from, to, bundle: line.bundle });
    tracks[at] = track;
    min = Math.max(min, track + 1);
  }
  return { tracks, count: min };
}

interface Placed {
  readonly at: number;
  // Lines that must be above this one.
  readonly after: readonly number[];
}

// Of lines to the right the rightmost is highest; of lines to the left the leftmost.
function byEnds(lines: readonly ChannelLine[], bent: readonly number[]): Placed[] {
  const key = (index: number): number => {
    const line = lines[index];
    if (!line) return 0;
    return line.lower > line.upper ? -line.upper : line.upper;
  };
  return bent.toSorted((a, b) => key(a) - key(b)).map((at) => ({ at, after: [] }));
}

// Orders each overlapping pair by fewer crossings, as far as that makes no cycle.
function byCrossings(lines: readonly ChannelLine[], bent: readonly number[]): Placed[] {
  const linesAbove = new Map<number, number[]>(bent.map((at) => [at, []]));
  const linesBelow = new Map<number, number[]>(bent.map((at) => [at, []]));
  for (let first = 0; first < bent.length; first += 1) {
    const a = lines[bent[first] ?? 0];
    for (let second = first + 1; second < bent.length; second += 1) {
      const b = lines[bent[second] ?? 0];
      if (!a || !b || a.bundle === b.bundle || !share(a, b)) continue;
      const difference = cost(a, b) - cost(b, a);
      if (difference === 0) continue;
      const [upper, lower] = difference < 0 ? [first, second] : [second, first];
      linesAbove.get(bent[lower] ?? 0)?.push(bent[upper] ?? 0);
      linesBelow.get(bent[upper] ?? 0)?.push(bent[lower] ?? 0);
    }
  }
  return sortTopologically(bent, linesAbove, linesBelow);
}

function sortTopologically(
  lineIndexes: readonly number[],
  linesAbove: ReadonlyMap<number, readonly number[]>,
  linesBelow: ReadonlyMap<number, readonly number[]>,
): Placed[] {
  const unplacedAbove = new Map(lineIndexes.map((at) => [at, linesAbove.get(at)?.length ?? 0]));
  const placedLines = new Set<number>();
  const placed: Placed[] = [];
  const ready = lineIndexes.filter((at) => unplacedAbove.get(at) === 0);
  let next = 0;
  while (placed.length < lineIndexes.length) {
    // Breaks a cycle at the line with the fewest predecessors.
    const line = ready[next] ?? lowestOpen(lineIndexes, unplacedAbove, placedLines);
    if (next < ready.length) next += 1;
    if (placedLines.has(line)) continue;
    placedLines.add(line);
    placed.push({ at: line, after: (linesAbove.get(line) ?? []).filter((other) => placedLines.has(other)) });
    for (const other of linesBelow.get(line) ?? []) {
      const unplacedCount = (unplacedAbove.get(other) ?? 0) - 1;
      unplacedAbove.set(other, unplacedCount);
      if (unplacedCount === 0) ready.push(other);
    }
  }
  return placed;
}

function lowestOpen(
  lineIndexes: readonly number[],
  unplacedAbove: ReadonlyMap<number, number>,
  placedLines: ReadonlySet<number>,
): number {
  let best = -1;
  for (const line of lineIndexes) {
    if (placedLines.has(line)) continue;
    if (best < 0 || (unplacedAbove.get(line) ?? 0) < (unplacedAbove.get(best) ?? 0)) best = line;
  }
  return best;
}

function share(a: ChannelLine, b: ChannelLine): boolean {
  return (
    Math.min(a.upper, a.lower) - minGap < Math.max(b.upper, b.lower) + minGap &&
    Math.min(b.upper, b.lower) - minGap < Math.max(a.upper, a.lower) + minGap
  );
}

// Crossings of two lines if the first one's track is above the second's.
function cost(a: ChannelLine, b: ChannelLine): number {
  let sum = 0;
  if (isInside(b.upper, a)) sum += 1;
  if (isInside(a.lower, b)) sum += 1;
  if (Math.abs(b.upper - a.lower) < minGap) sum += overlapCost;
  return sum;
}

function isInside(x: number, { upper, lower }: ChannelLine): boolean {
  return x > Math.min(upper, lower) && x < Math.max(upper, lower);
}
